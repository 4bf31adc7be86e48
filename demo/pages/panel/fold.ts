import {byId} from '../dom.ts';
import {change, settings, watch} from '../settings.ts';

/** Lets a person open and close the panel. It begins open where it fits next to the portal. */
export function foldPanel(): void {
  const toggle = byId('udviklere');
  const isOpen = () =>
    settings.panel === 'auto' ? matchMedia('(width >= 1400px)').matches : settings.panel === 'open';
  toggle.addEventListener('click', () => change({panel: isOpen() ? 'closed' : 'open'}));
  watch(['panel'], () => {
    toggle.ariaExpanded = String(isOpen());
    document.documentElement.dataset.panel = isOpen() ? 'open' : 'closed';
  });
}
