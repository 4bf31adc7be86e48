import {startCitizenPage} from './citizen/start-page.ts';
import {settingNames, watch, withSettings} from './settings.ts';

startCitizenPage();

const form = document.querySelector('tavle-form');
if (!form) throw new Error('The page lacks the form.');

// The page is at `formUrl`: /demo/myndigheder/{kind}/{authority}/{permalink}.
const [authority = '', permalink = ''] = location.pathname.split('/').slice(-2).map(decodeURIComponent);
form.addEventListener('tavle-load', () => void setPageTitle(form));
form.setAttribute('authority', authority);
form.setAttribute('permalink', permalink);
watch(settingNames, () => {
  form.searchUrl = withSettings(new URL('/demo/find-formular.html', location.href).href);
});

async function setPageTitle(element: HTMLElementTagNameMap['tavle-form']): Promise<void> {
  await element.updateComplete;
  const title = element.shadowRoot?.querySelector('[role=heading]')?.textContent.trim();
  if (title) document.title = `${title} – Mit Virke`;
}
