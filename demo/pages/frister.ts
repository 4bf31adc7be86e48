import {startPortal} from './portal.ts';
import {getToken, showCompanies, signedIn} from './session.ts';
import {watch} from './settings.ts';

const calendar = document.querySelector('tavle-calendar');
if (!calendar) throw new Error('The page has no <tavle-calendar>.');

// All that a portal's own page has to do: say who is signed in, and for which companies.
calendar.getToken = getToken;
watch(['user'], () => {
  const person = signedIn();
  if (person) showCompanies(calendar, person);
});

startPortal(calendar);
