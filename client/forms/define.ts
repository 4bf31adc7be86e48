import {define} from '../define.ts';
import {TavleForm} from './tavle-form.ts';
import {TavleFormSearch} from './tavle-form-search.ts';

export type {TavleForm, TavleFormSearch};

define('tavle-form', TavleForm);
define('tavle-form-search', TavleFormSearch);
