import {followLanguage} from '../language.ts';
import {followNavigation} from '../navigation.ts';
import {settings} from '../settings.ts';

/** Brings to life what the pages for citizens share: they have no developers' panel, and nobody signs in. */
export function startCitizenPage(): void {
  const {classList, dataset} = document.documentElement;
  classList.add(`tavle-${settings.theme}`);
  classList.toggle('tavle-dark', settings.scheme === 'dark');
  dataset.scheme = settings.scheme;
  followLanguage();
  followNavigation();
}
