import {testConditions} from '../testing/conditions.ts';
import {editorialStates} from '../testing/editorial-states.ts';

testConditions(editorialStates);
