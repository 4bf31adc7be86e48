import type {TavleDashboard} from '../../../client/index.ts';
import {failNextLetters} from '../content/letters.ts';
import {byId} from '../dom.ts';
import {change, settings} from '../settings.ts';

/** Lets a developer see the dashboard wait, fail and recover. */
export function makeTrouble(dashboard: TavleDashboard): void {
  const slow = byId('langsom', HTMLInputElement);
  slow.checked = settings.slow;
  slow.addEventListener('change', () => change({slow: slow.checked}));

  const failing = byId('fejl', HTMLInputElement);
  failing.checked = settings.failing;
  failing.addEventListener('change', () => change({failing: failing.checked}));

  byId('opdater').addEventListener('click', () => void dashboard.refresh());
  byId('genindlaes').addEventListener('click', () => location.reload());
  byId('app-fejl').addEventListener('click', () => {
    failNextLetters();
    startAgain('digitalpost');
  });
}

/** Puts a new element in the place of an app's, which makes the app's content anew. */
function startAgain(name: string): void {
  const app = document.querySelector(`tavle-app[name="${name}"]`);
  const template = app?.querySelector('template');
  if (!app || !template) return;
  const fresh = app.cloneNode() as Element;
  fresh.append(template);
  app.replaceWith(fresh);
}
