import {startCitizenPage} from './citizen/start-page.ts';
import {byId} from './dom.ts';

startCitizenPage();

// The page is at `loesningsUrl`: /demo/nemlogin/login?f=/integration/{authority}/{permalink}.
const name = new URLSearchParams(location.search).get('f') ?? '';
const [, authority, permalink] = /^\/integration\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
const link = byId('videre', HTMLAnchorElement);
const form = authority && permalink ? await readForm(authority, permalink) : undefined;
if (form?.urlProd) {
  link.href = form.urlProd;
  link.hidden = false;
} else {
  byId('ukendt').hidden = false;
}

async function readForm(authority: string, permalink: string) {
  const response = await fetch(
    `/formularer/1/${encodeURIComponent(authority)}/${encodeURIComponent(permalink)}`,
  );
  return response.ok ? ((await response.json()) as {urlProd: string | null}) : undefined;
}
