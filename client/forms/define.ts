import {define} from '../define.ts';
import {TavleForm} from './tavle-form.ts';
import {TavleFormSearch} from './tavle-form-search.ts';

// So that who imports this module has the types of the elements by their tags.
export type {TavleForm} from './tavle-form.ts';
export type {TavleFormSearch} from './tavle-form-search.ts';

define('tavle-form', TavleForm);
define('tavle-form-search', TavleFormSearch);
