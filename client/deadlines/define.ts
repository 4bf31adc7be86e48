import {define} from '../define.ts';
import {TavleDeadlines} from './tavle-deadlines.ts';

export type {TavleDeadlines};

define('tavle-deadlines', TavleDeadlines);
