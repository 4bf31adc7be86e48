import './page.ts';
import './content/apps.ts';
import './panel/user-switcher.ts';
import './theme/editor.ts';

import {getToken, showCompanies} from './session.ts';

const dashboard = document.querySelector('tavle-dashboard');
const calendar = document.querySelector('tavle-calendar');
if (!dashboard || !calendar) throw new Error('The page lacks an element to show.');

dashboard.getToken = getToken;
calendar.getToken = getToken;
showCompanies(calendar);
