import {define} from '../define.ts';
import {TavleEditorial} from './tavle-editorial.ts';

// Adds the element to `HTMLElementTagNameMap` for importers of this module: pages import it as `tavle/editorial/define`.
export type {TavleEditorial} from './tavle-editorial.ts';

define('tavle-editorial', TavleEditorial);
