import './content/company.ts';
import './content/deadlines.ts';
import './content/letters.ts';
import './content/lists.ts';

import {breakLetters} from './panel/broken-app.ts';
import {startPortal} from './portal.ts';
import {getToken} from './session.ts';

const dashboard = document.querySelector('tavle-dashboard');
if (!dashboard) throw new Error('The page has no <tavle-dashboard>.');

// All that a portal's own page has to do.
dashboard.getToken = getToken;

startPortal(dashboard);
breakLetters();
