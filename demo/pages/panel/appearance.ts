import {byId} from '../dom.ts';
import {change, type Settings, settings, watch} from '../settings.ts';

/** Lets a developer see the page in another theme and other colours; `styles/` does the rest. */
export function chooseAppearance(): void {
  const theme = byId('tema', HTMLSelectElement);
  const scheme = byId('farver', HTMLSelectElement);
  theme.addEventListener('change', () => change({theme: theme.value as Settings['theme']}));
  scheme.addEventListener('change', () => change({scheme: scheme.value as Settings['scheme']}));

  watch(['theme', 'scheme'], () => {
    document.documentElement.dataset.theme = theme.value = settings.theme;
    document.documentElement.dataset.scheme = scheme.value = settings.scheme;
  });
}
