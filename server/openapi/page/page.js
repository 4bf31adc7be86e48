/** Shows the OpenAPI document, and sends requests to the URL of this page. */
const specification = await (await fetch('openapi.json')).json();
specification.servers = [{url: new URL('.', location.href).href.replace(/\/$/, '')}];

/** @type {any} */ (window).SwaggerUIBundle({
  spec: specification,
  domNode: document.getElementById('description'),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  // Its colours have too little contrast.
  syntaxHighlight: false,
  // Sends no requests to an external validator.
  validatorUrl: null,
});
