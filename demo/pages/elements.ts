import './page.ts';
import './panel/panel.ts';
import {addApps} from './apps.ts';
import {getToken, showCompanies, tokenOf} from './session.ts';

// What a portal does for the elements of its pages: it sets the function that returns tokens, the companies and the
// apps. For `index.html`, `frister.html`, `redaktion.html` and `tema.ts`. Set up a new element here, with its public
// properties only, as a portal would.

const dashboard = document.querySelector('tavle-dashboard');
const calendar = document.querySelector('tavle-calendar');
const editorial = document.querySelector('tavle-editorial');
if (dashboard) {
  dashboard.getToken = getToken;
  // The page of the theme has a calendar as well, and fewer apps.
  addApps(dashboard, calendar ? ['digitalpost', 'cvr', 'tilskud'] : undefined);
}
if (calendar) {
  calendar.getToken = getToken;
  showCompanies(calendar);
}
// The page belongs to one editor. She is not a user of the other pages.
if (editorial) editorial.getToken = () => tokenOf('demo-eva');
