import {define} from '../define.ts';
import {TavleDeadlines} from './tavle-deadlines.ts';

// Adds the elements to `HTMLElementTagNameMap` for importers of this module: pages import it as `tavle/deadlines/define`.
export type {TavleDeadlines} from './tavle-deadlines.ts';

define('tavle-deadlines', TavleDeadlines);
