/** Tavle reads the entries from the service. */
export function convert() {
  return undefined;
}

/**
 * Does not wait: the time ends when the deadlines are visible.
 *
 * @param {HTMLElement} host
 * @param {undefined} _entries
 * @param {string} view
 * @param {string} day
 * @param {string} service
 */
export function mount(host, _entries, view, day, service) {
  const calendar = document.createElement('tavle-calendar');
  calendar.setAttribute('api', service);
  calendar.setAttribute('cvr', '24256790');
  calendar.setAttribute('view', view);
  calendar.setAttribute('date', day);
  Object.assign(calendar, {getToken: async () => 'token'});
  host.append(calendar);
  return () => {
    const buttons = calendar.shadowRoot?.querySelectorAll('[part=toolbar] button') ?? [];
    const next = [...buttons].find(button => button.getAttribute('aria-label') === 'Næste måned');
    next?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  };
}
