/** The script of `/docs`: shows the OpenAPI document, or the part for one kind of readers. Requests go to the server of the page. Add a kind to `readers`. */

/** The tags that each kind of readers sees. The URL names the kind: `/docs?reader=authority`. */
const readers = {
  everyone: {name: 'All', tags: /./},
  portal: {name: 'Portal', tags: /^(Dashboard|Calendar|Mails|End of mails|Published forms)/},
  authority: {name: 'Authority', tags: /^(Deadlines of an authority|Form variants)/},
  supplier: {name: 'Supplier', tags: /^(Form variants|Published forms)/},
  editor: {name: 'Editor', tags: /^(Editors|Published forms)/},
  operator: {name: 'Operator', tags: /^Service/},
};

const wanted = new URL(location.href).searchParams.get('reader') ?? '';
const reader = Object.hasOwn(readers, wanted) ? /** @type {keyof typeof readers} */ (wanted) : 'everyone';
for (const [key, {name}] of Object.entries(readers)) {
  const link = document.createElement('a');
  link.href = key === 'everyone' ? 'docs' : `docs?reader=${key}`;
  link.textContent = name;
  if (key === reader) link.ariaCurrent = 'page';
  document.getElementById('readers')?.append(link);
}

const isDark = matchMedia('screen and (prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', isDark.matches);
isDark.addEventListener('change', followScheme);
followScheme();

/** @typedef {{tags: string[]}} Operation */
const specification = await (await fetch('openapi.json')).json();
specification.servers = [{url: new URL('.', location.href).href.replace(/\/$/, '')}];
const {tags} = readers[reader];
specification.tags = specification.tags.filter((/** @type {{name: string}} */ {name}) => tags.test(name));
/** @type {Record<string, Record<string, Operation>>} */
const paths = specification.paths;
for (const [path, operations] of Object.entries(paths)) {
  paths[path] = Object.fromEntries(
    Object.entries(operations).filter(([, operation]) => operation.tags.some(name => tags.test(name))),
  );
}

/** @type {any} */ (window).SwaggerUIBundle({
  spec: specification,
  domNode: document.getElementById('description'),
  deepLinking: true,
  // The groups of operations begin closed: there are few, and readers open those that they need.
  docExpansion: 'none',
  defaultModelsExpandDepth: reader === 'everyone' ? 0 : -1,
  // The highlighting has too little contrast.
  syntaxHighlight: false,
  // Sends no requests to an external validator.
  validatorUrl: null,
});
