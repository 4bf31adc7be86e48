import {define} from '../define.ts';
import {TavleForm} from './tavle-form.ts';
import {TavleFormSearch} from './tavle-form-search.ts';

// Adds the elements to `HTMLElementTagNameMap` for importers of this module: pages import it as `tavle/forms/define`.
export type {TavleForm} from './tavle-form.ts';
export type {TavleFormSearch} from './tavle-form-search.ts';

define('tavle-form', TavleForm);
define('tavle-form-search', TavleFormSearch);
