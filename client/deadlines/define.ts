import {define} from '../define.ts';
import {TavleDeadlines} from './tavle-deadlines.ts';

define('tavle-deadlines', TavleDeadlines);
