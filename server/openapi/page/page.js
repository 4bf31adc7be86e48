/** Shows the description of the service that the page comes from, and calls it under the address that the reader uses. */
const specification = await (await fetch('openapi.json')).json();
specification.servers = [{url: new URL('.', location.href).href.replace(/\/$/, '')}];

/** @type {any} */ (window).SwaggerUIBundle({
  spec: specification,
  domNode: document.getElementById('description'),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  // Its colours are hard to read.
  syntaxHighlight: false,
  // No third host is asked whether the description is right.
  validatorUrl: null,
});
