import {startPortal} from './portal.ts';
import {getToken, showCompanies, currentUser} from './session.ts';
import {watch} from './settings.ts';

const calendar = document.querySelector('tavle-calendar');
if (!calendar) throw new Error('The page has no <tavle-calendar>.');

// A portal only sets the token function and the companies.
calendar.getToken = getToken;
watch(['user'], () => {
  const user = currentUser();
  if (user) showCompanies(calendar, user);
});

startPortal(calendar);
