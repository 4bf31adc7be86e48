/** How a portal may show what it read from the registry. */
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
 * Notes attacks that work: each calls `hit` with its place. Nothing leaves the page; script URLs do not count as navigation and
 * still run.
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
  // What else leaves a page; not every browser has it.
  window.navigation?.addEventListener('navigate', event => window.isDone || event.preventDefault());
</script>`;

/** Runs in the page. @param counter The script of {@link counter}. */
export async function show({way, markups, counter}: Batch & {readonly counter: string}): Promise<void> {
  const loads: Promise<unknown>[] = [];
  for (const markup of markups) {
    const place = document.createElement(way === 'server page' ? 'iframe' : 'div');
    if (place instanceof HTMLIFrameElement) {
      // A separate document, parsed like one that comes from a server.
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

/** Runs in the page: does what a person could do to each element, and gives pictures, media and animations time to fail or begin. */
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
