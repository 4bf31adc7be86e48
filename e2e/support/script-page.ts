/** The ways in which a portal may show markup from the registry. */
export const ways = ['server page', 'innerHTML', 'template', 'range'] as const;
export type Way = (typeof ways)[number];

/** Markups to show on one page, in which attacks call `hit` with their place. */
export interface Batch {
  readonly way: Way;
  readonly markups: readonly string[];
}

export function batchOf(way: Way, markups: readonly string[]): Batch {
  return {way, markups: markups.map((markup, place) => markup.replaceAll('hit()', `hit(${place})`))};
}

/**
 * Records successful attacks: each calls `hit` with its place. Prevents navigation, except to script URLs, which run.
 */
export const counter = `<script>
  window.hits = new Set();
  window.hit = place => parent.hits.add(place);
  const isScript = url => /^javascript:/.test(URL.canParse(url, 'https://a') && new URL(url, 'https://a').href);
  addEventListener('click', event => {
    const link = event.target.closest?.('a, area');
    if (link && !isScript(link.href?.animVal ?? link.href)) event.preventDefault();
  });
  addEventListener('submit', event => {
    if (!isScript((event.submitter?.hasAttribute('formaction') ? event.submitter.formAction : event.target.action))) event.preventDefault();
  });
  // Other kinds of navigation, in browsers with the Navigation API.
  window.navigation?.addEventListener('navigate', event => event.preventDefault());
</script>`;

/** Runs in the page. @param counter The script of {@link counter}. */
export async function show({way, markups, counter}: Batch & {readonly counter: string}): Promise<void> {
  const loads: Promise<unknown>[] = [];
  for (const markup of markups) {
    const place = document.createElement(way === 'server page' ? 'iframe' : 'div');
    if (place instanceof HTMLIFrameElement) {
      // A separate document, parsed like one from a server.
      place.srcdoc = `<!doctype html>${counter}<body>${markup}`;
      loads.push(new Promise(resolve => place.addEventListener('load', resolve)));
    }
    document.body.append(place);
    if (way === 'innerHTML') {
      place.innerHTML = markup;
    } else if (way === 'template') {
      // As Lit's unsafeHTML and most frameworks do.
      const template = document.createElement('template');
      template.innerHTML = markup;
      place.append(document.importNode(template.content, true));
    } else if (way === 'range') {
      place.append(document.createRange().createContextualFragment(markup));
    }
  }
  await Promise.all(loads);
}

/** Runs in the page: dispatches a person's events on each element, and waits for pictures, media and animations to fail or start. */
export async function useAll(): Promise<void> {
  const events = ['mouseover', 'pointerdown', 'click', 'focusin', 'keydown', 'toggle', 'load'];
  const frames = [...document.querySelectorAll('iframe')].flatMap(
    ({contentDocument}) => contentDocument ?? [],
  );
  for (const shown of [document, ...frames]) {
    for (const element of shown.querySelectorAll<HTMLElement>('html, body, body *')) {
      for (const type of events) {
        element.dispatchEvent(new MouseEvent(type, {bubbles: true, cancelable: true}));
      }
      if ('focus' in element) element.focus({preventScroll: true});
    }
    await Promise.allSettled([...shown.images].map(image => image.decode()));
  }
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
}
