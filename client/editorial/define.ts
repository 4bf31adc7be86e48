// Defines `<tavle-editorial>`, for pages that import `tavle/editorial/define`, and for the script `editorial.js`. The
// class can change. Keep the tag name, which pages contain, and the exported type, which TypeScript pages need.
import {define} from '../define.ts';
import {TavleEditorial} from './tavle-editorial.ts';

export type {TavleEditorial};

define('tavle-editorial', TavleEditorial);
