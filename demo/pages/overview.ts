import './content/company.ts';
import './content/deadlines.ts';
import './content/letters.ts';
import './content/lists.ts';

import {offerBrokenApp} from './panel/broken-app.ts';
import {startPortal} from './portal.ts';
import {getToken} from './session.ts';

const dashboard = document.querySelector('tavle-dashboard');
if (!dashboard) throw new Error('The page has no <tavle-dashboard>.');

// A portal only sets the token function.
dashboard.getToken = getToken;

startPortal(dashboard);
offerBrokenApp();
