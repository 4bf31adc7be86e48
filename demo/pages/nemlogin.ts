// The script of `nemlogin.html`, which imitates a login before the solution of a form. Here you can change what the
// page shows. It must not ask for real credentials, and must only link to the URL that the service returns.
import './page.ts';

// The page is at `loesningsUrl`: /demo/nemlogin/login?f=/integration/{authority}/{permalink}.
const name = new URLSearchParams(location.search).get('f') ?? '';
const [, authority = '', permalink = ''] = /^\/integration\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
const response = await fetch(
  `/formularer/1/${encodeURIComponent(authority)}/${encodeURIComponent(permalink)}`,
);
const {urlProd} = (await response.json()) as {urlProd?: string | null};
const link = document.querySelector<HTMLAnchorElement>('#videre');
if (link && urlProd) {
  link.href = urlProd;
  link.hidden = false;
} else {
  document.querySelector('#ukendt')?.removeAttribute('hidden');
}
