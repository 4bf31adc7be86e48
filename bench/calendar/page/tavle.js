/** It is given no entries: it reads them, month by month, from the service. */
export function shape() {
  return undefined;
}

/**
 * @param {HTMLElement} host
 * @param {undefined} _entries
 * @param {string} view
 * @param {string} day
 * @param {string} service
 */
export async function mount(host, _entries, view, day, service) {
  const calendar = document.createElement('tavle-calendar');
  calendar.setAttribute('api', service);
  calendar.setAttribute('cvr', '24256790');
  calendar.setAttribute('view', view);
  calendar.setAttribute('date', day);
  Object.assign(calendar, {getToken: async () => 'token'});
  host.append(calendar);
  await loaded(calendar);
  return async () => {
    const buttons = calendar.shadowRoot?.querySelectorAll('[part=toolbar] button') ?? [];
    const next = [...buttons].find(button => button.getAttribute('aria-label') === 'Navigér én måned frem');
    next?.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    await loaded(calendar);
  };
}

/** @param {Element} calendar */
function loaded(calendar) {
  return new Promise(resolve => calendar.addEventListener('tavle-load', resolve, {once: true}));
}
