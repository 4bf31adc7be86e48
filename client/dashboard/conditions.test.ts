import {testConditions} from '../testing/conditions.ts';
import {crowdedDashboard, dashboardStates} from '../testing/dashboard-states.ts';

testConditions(
  Object.fromEntries(
    Object.entries(dashboardStates).map(([state, bring]) => [state, () => bring(crowdedDashboard())]),
  ),
);
