import './content/company.ts';
import './content/letters.ts';
import './content/lists.ts';

import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {chooseAppearance} from './panel/appearance.ts';
import {copyOnClick} from './panel/copy.ts';
import {foldPanel} from './panel/fold.ts';
import {startUserSwitcher} from './panel/user-switcher.ts';
import {currentUser, getToken} from './session.ts';
import {watch} from './settings.ts';
import {editTheme} from './theme/editor.ts';

const dashboard = document.querySelector('tavle-dashboard');
const calendar = document.querySelector('tavle-calendar');
if (!dashboard || !calendar) throw new Error('The page lacks an element to show.');

dashboard.getToken = getToken;
calendar.getToken = getToken;
watch(['user'], () => {
  const user = currentUser();
  if (!user) return;
  // A new function resets the element. `startUserSwitcher` resets the dashboard.
  calendar.getToken = () => getToken();
  calendar.setAttribute('cvr', user.cvr);
});

followLanguage();
followNavigation();
chooseAppearance();
foldPanel();
copyOnClick();
editTheme();
void startUserSwitcher(dashboard);
