import type {Page} from 'playwright/test';

const root = new URL('../../', import.meta.url);
const fonts = new URL('node_modules/dkfds/dist/fonts/IBMPlexSans/split/woff2/', root);
const origin = 'http://looks.test';

/** The day on which all pictures were taken. */
const now = new Date('2026-12-10T12:00:00+01:00');

const longest = 'Arbejdsskadeforsikringsanmeldelsesfristovervågningsbekendtgørelsesudstedelse';

const apps = `
  <tavle-app name="frister" heading="Frister"><template><p>Moms: 1. marts. <a href="#">Se alle frister</a></p></template></tavle-app>
  <tavle-app name="post" heading="Digital Post"><template><p>To ulæste breve fra Erhvervsstyrelsen.</p></template></tavle-app>
  <tavle-app name="cvr" heading="${longest}"><template><p>${longest}</p></template></tavle-app>
  <tavle-app name="tilskud" heading="Tilskud og puljer"></tavle-app>
  <tavle-app name="reglement" heading="${longest}"></tavle-app>`;

const states = {frister: 'active', post: 'active', cvr: 'active', tilskud: 'deactive', reglement: 'deactive'};

const frist = (
  fristId: number,
  fristDato: string,
  overskrift: string,
  isLaest = false,
  isSlettet = false,
) => ({
  fristId,
  fristDato,
  overskrift,
  isLaest,
  isSlettet,
  afsenderCvr: '19552101',
  afsenderNavn: fristId === 7 ? longest : 'Skattestyrelsen',
  beskrivelse: `<p>Angiv og betal senest <strong>${fristDato}</strong>.</p><ul><li>Log på</li><li>Angiv</li></ul>
    <table><tr><th>Periode</th><td>4. kvartal</td></tr></table><p><a href="https://skat.example/">Vejledning</a></p>`,
});

const frister = [
  frist(1, '01-12-2026', 'A-skat og arbejdsmarkedsbidrag', true),
  frist(2, '10-12-2026', 'Lønsumsafgift'),
  ...['Moms', 'Punktafgifter', 'Bekræft jeres reelle ejere', 'Told', 'Emballage'].map((overskrift, place) =>
    frist(10 + place, '16-12-2026', overskrift, place === 1),
  ),
  frist(7, '17-12-2026', longest),
  frist(8, '24-12-2026', 'Skjult frist', true, true),
  frist(9, '02-01-2027', 'Årsrapport'),
];

/** What the service answers; each can be changed before a page is opened. */
export interface LooksService {
  /** Answers nothing for good. */
  hangs: boolean;
  /** Answers everything, or what the method asks for, with 503. */
  fails: boolean | string;
  /** Has nothing: no app, no deadline. */
  isEmpty: boolean;
}

/**
 * Opens a portal's page with nothing but an element, the built script and a service that answers the same on every day: IBM Plex
 * Sans in place of the machine's fonts, a clock that stands still.
 */
export async function openLooksPage(
  page: Page,
  element: 'dashboard' | 'calendar',
  service: LooksService,
): Promise<void> {
  await page.clock.setFixedTime(now);
  await page.route(`${origin}/**`, async route => {
    const request = route.request();
    const {pathname} = new URL(request.url());
    const file = fileAt(pathname);
    if (file) return route.fulfill({path: file});
    if (pathname === '/') return route.fulfill({contentType: 'text/html', body: htmlWith(element)});
    if (service.hangs) return;
    const method = request.method();
    if (service.fails === true || service.fails === method) return route.fulfill({status: 503});
    return route.fulfill({json: answer(pathname, method, request.postDataJSON(), service)});
  });
  await page.goto(origin);
}

function fileAt(pathname: string): string | undefined {
  const name = pathname.split('/').at(-1) ?? '';
  if (name.endsWith('.js')) return new URL(`dist/embed/${name}`, root).pathname;
  if (name.endsWith('.woff2')) return new URL(name, fonts).pathname;
  return undefined;
}

function answer(pathname: string, method: string, body: unknown, {isEmpty}: LooksService): unknown {
  if (pathname.endsWith('/abonnement'))
    return {url: 'https://tavle.example.dk/calendar/1/abonnementer/4f1c9a.ics'};
  if (pathname.startsWith('/dashboard')) {
    if (method === 'PUT') return {};
    return Object.fromEntries(
      Object.entries(states).map(([app, state]) => [app, {state: isEmpty ? 'hidden' : state}]),
    );
  }
  const id = Number(pathname.split('/').at(-1));
  if (method === 'PUT') return {...frister.find(({fristId}) => fristId === id), ...(body as object)};
  return isEmpty ? [] : frister;
}

function htmlWith(element: 'dashboard' | 'calendar'): string {
  const faces = Object.entries({400: 'Regular', 600: 'SemiBold', 700: 'Bold'}).map(
    ([weight, name]) => `@font-face {
      font-family: Plex; font-weight: ${weight}; src: url(/fonts/IBMPlexSans-${name}-Latin1.woff2); font-display: block}`,
  );
  return `<!doctype html>
<html lang="da">
  <head>
    <meta charset="utf-8">
    <title>En portal</title>
    <style>
      ${faces.join('\n')}
      html {background: Canvas; color-scheme: light}
      body {margin: 0; padding: 16px; font: 16px/1.5 Plex}
    </style>
  </head>
  <body>
    ${element === 'dashboard' ? `<tavle-dashboard>${apps}</tavle-dashboard>` : '<tavle-calendar cvr="10000009"></tavle-calendar>'}
    <script type="module" src="/embed/tavle.js"></script>
    <script type="module">
      document.querySelector('tavle-dashboard, tavle-calendar').getToken = () => Promise.resolve('token');
    </script>
  </body>
</html>`;
}
