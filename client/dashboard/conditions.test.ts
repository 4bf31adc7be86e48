import {testConditions} from '../testing/conditions.ts';
import {dashboardStates} from '../testing/dashboard-states.ts';
import {fakeService} from '../testing/fake-service.ts';

testConditions(
  Object.fromEntries(
    Object.entries(dashboardStates).map(([state, bring]) => [
      state,
      () => bring(fakeService({frister: 'active', cvr: 'active', tilskud: 'deactive'})),
    ]),
  ),
);
