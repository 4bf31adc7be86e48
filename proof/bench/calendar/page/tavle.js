/** Returns nothing, since Tavle's calendar reads the entries from the service. `stage.js` calls this function and `mount`. */
export function convert() {
  return undefined;
}

/** Mounts the calendar without waiting: the measured time ends when the deadlines are visible.
 * @param {HTMLElement} host @param {undefined} _entries @param {string} view @param {string} day @param {string} service */
export function mount(host, _entries, view, day, service) {
  const calendar = document.createElement('tavle-calendar');
  const attributes = {api: service, cvr: '24256790', view, date: day};
  for (const [name, value] of Object.entries(attributes)) calendar.setAttribute(name, value);
  Object.assign(calendar, {getToken: async () => 'token'});
  host.append(calendar);
  const find = (/** @type {string} */ selector) => calendar.shadowRoot?.querySelector(selector);
  const click = (/** @type {string} */ selector) =>
    find(selector)?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return {
    showNext: () => click('[aria-label="Næste måned"]'),
    async openEntry() {
      click('[part=month] [data-id]');
      // Waits for the script that sanitises the authority's text, which is loaded now.
      while (!find('dialog[open] b')) await new Promise(resolve => setTimeout(resolve, 10));
    },
  };
}
