import {failNextLetters} from '../content/letters.ts';
import {byId} from '../dom.ts';

/** Lets a developer see an app whose content throws an error. */
export function offerBrokenApp(): void {
  const button = byId('app-fejl');
  button.hidden = false;
  button.addEventListener('click', () => {
    failNextLetters();
    replaceApp('digitalpost');
  });
}

/** Replaces an app's element, which renders its content again. */
function replaceApp(name: string): void {
  const app = document.querySelector(`tavle-app[name="${name}"]`);
  const template = app?.querySelector('template');
  if (!app || !template) return;
  const fresh = app.cloneNode() as Element;
  fresh.append(template);
  app.replaceWith(fresh);
}
