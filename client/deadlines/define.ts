import {define} from '../define.ts';
import {TavleDeadlines} from './tavle-deadlines.ts';

// So that who imports this module has the types of the elements by their tags.
export type {TavleDeadlines} from './tavle-deadlines.ts';

define('tavle-deadlines', TavleDeadlines);
