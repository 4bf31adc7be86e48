import './page.ts';
import './content/apps.ts';
import './panel/panel.ts';

import {getToken} from './session.ts';

const dashboard = document.querySelector('tavle-dashboard');
// A portal only sets the token function.
if (dashboard) dashboard.getToken = getToken;
