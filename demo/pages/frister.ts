import {startPortal} from './portal.ts';
import {getToken, signedIn} from './session.ts';
import {watch} from './settings.ts';

const calendar = document.querySelector('tavle-calendar');
if (!calendar) throw new Error('The page has no <tavle-calendar>.');

// All that a portal's own page has to do: say who is signed in, and for which company.
calendar.getToken = getToken;
watch(['user'], () => {
  const person = signedIn();
  if (person) calendar.setAttribute('cvr', person.cvr);
});

startPortal(calendar);
