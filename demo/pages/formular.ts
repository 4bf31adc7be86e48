// The script of `formular.html`, the page of one form in the demo's portal. It sets the form's name from the URL, and
// the title of the page. Change the page here. Keep the structure of the URL: the service links to it.
import './page.ts';

const form = document.querySelector('tavle-form');
if (!form) throw new Error('The page lacks the form.');

// The page is at `formUrl`: /demo/myndigheder/{kind}/{authority}/{permalink}.
const [authority = '', permalink = ''] = location.pathname.split('/').slice(-2).map(decodeURIComponent);
Object.assign(form, {authority, permalink});
form.addEventListener('tavle-load', () => {
  void form.updateComplete.then(() => {
    const title = form.shadowRoot?.querySelector('[role=heading]')?.textContent.trim();
    if (title) document.title = `${title} – Mit Virke`;
  });
});
