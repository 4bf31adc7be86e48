import './content/company.ts';
import './content/deadlines.ts';
import './content/grants.ts';
import './content/letters.ts';
import './content/permits.ts';
import './content/reports.ts';

import {followLanguage} from './language.ts';
import {chooseAppearance} from './panel/appearance.ts';
import {chooseAttributes} from './panel/attributes.ts';
import {logEvents} from './panel/event-log.ts';
import {showMarkup} from './panel/markup.ts';
import {signIn} from './panel/people.ts';
import {makeTrouble} from './panel/trouble.ts';
import {getToken} from './session.ts';

const dashboard = document.querySelector('tavle-dashboard');
if (!dashboard) throw new Error('The page has no <tavle-dashboard>.');

// All that a portal's own page has to do.
dashboard.getToken = getToken;

followLanguage();
chooseAppearance();
chooseAttributes(dashboard);
makeTrouble(dashboard);
logEvents(dashboard);
void signIn(dashboard);
void showMarkup(dashboard);
