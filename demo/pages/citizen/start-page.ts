import {followLanguage} from '../language.ts';
import {followNavigation} from '../navigation.ts';
import {settings} from '../settings.ts';

/** Starts a page for citizens. It has no developer panel and no user. */
export function startCitizenPage(): void {
  const {classList, dataset} = document.documentElement;
  classList.add(`tavle-${settings.theme}`);
  classList.toggle('tavle-dark', settings.scheme === 'dark');
  dataset.scheme = settings.scheme;
  followLanguage();
  followNavigation();
}
