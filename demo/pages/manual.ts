import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {chooseAppearance} from './panel/appearance.ts';
import {signIn} from './panel/people.ts';
import type {PortalElement} from './portal.ts';

// The page has no element that shows something of a person; the header names who is signed in all the same.
const element: PortalElement = Object.assign(document.createElement('div'), {
  getToken: undefined,
  refresh: () => Promise.resolve(),
});

followLanguage();
followNavigation();
chooseAppearance();
void signIn(element);
