import {byId} from '../dom.ts';
import {change, type Settings, settings, watch} from '../settings.ts';

/** Lets a developer choose the theme and colour scheme of the page. */
export function chooseAppearance(): void {
  const theme = byId('tema', HTMLSelectElement);
  const scheme = byId('farver', HTMLSelectElement);
  theme.addEventListener('change', () => change({theme: theme.value as Settings['theme']}));
  scheme.addEventListener('change', () => change({scheme: scheme.value as Settings['scheme']}));

  watch(['theme', 'scheme'], () => {
    theme.value = settings.theme;
    scheme.value = settings.scheme;
    const {classList, dataset} = document.documentElement;
    for (const {value} of theme.options) classList.toggle(`tavle-${value}`, value === settings.theme);
    classList.toggle('tavle-dark', settings.scheme === 'dark');
    dataset.scheme = settings.scheme;
  });
}
