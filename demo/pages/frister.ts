import './page.ts';
import './panel/panel.ts';

import {getToken, showCompanies} from './session.ts';

const calendar = document.querySelector('tavle-calendar');
if (!calendar) throw new Error('The page has no <tavle-calendar>.');

// A portal only sets the token function and the companies.
calendar.getToken = getToken;
showCompanies(calendar);
