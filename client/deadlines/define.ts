// Defines `<tavle-deadlines>`, for pages that import `tavle/deadlines/define`, for `deadlines.js`, and for `embed.ts`
// (`tavle.js`). The class can change. Keep the tag name, which pages contain, and the exported type, which TypeScript
// pages need.
import {define} from '../define.ts';
import {TavleDeadlines} from './tavle-deadlines.ts';

export type {TavleDeadlines};

define('tavle-deadlines', TavleDeadlines);
