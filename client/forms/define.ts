// Defines the form elements, for pages that import `tavle/forms/define`, and for the script `forms.js`. The classes can
// change. Keep the tag names, which pages contain, and the exported types, which TypeScript pages need.
import {define} from '../define.ts';
import {TavleForm} from './tavle-form.ts';
import {TavleFormSearch} from './tavle-form-search.ts';

export type {TavleForm, TavleFormSearch};

define('tavle-form', TavleForm);
define('tavle-form-search', TavleFormSearch);
