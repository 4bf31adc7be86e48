import {byId} from '../dom.ts';
import type {PortalElement} from '../portal.ts';
import {change, settings} from '../settings.ts';

/** Lets a developer simulate slow and failing requests of the element. */
export function simulateFailures(element: PortalElement): void {
  const slow = byId('langsom', HTMLInputElement);
  slow.checked = settings.slow;
  slow.addEventListener('change', () => change({slow: slow.checked}));

  const failing = byId('fejl', HTMLInputElement);
  failing.checked = settings.failing;
  failing.addEventListener('change', () => change({failing: failing.checked}));

  byId('opdater').addEventListener('click', () => void element.refresh());
  byId('genindlaes').addEventListener('click', () => location.reload());
}
