import {testConditions} from '../testing/conditions.ts';
import {formStates} from '../testing/form-states.ts';

testConditions(formStates);
