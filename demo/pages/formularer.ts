import './panel/user-switcher.ts';

import {Registry} from './forms/registry.ts';
import {RequestForm} from './forms/request-form.ts';
import {startPage} from './page.ts';

const registry = document.querySelector('demo-registry');
const requestForm = document.querySelector('demo-request-form');
if (!(registry instanceof Registry && requestForm instanceof RequestForm))
  throw new Error('The page lacks an element.');

registry.onSelect = selection => requestForm.select(selection);
requestForm.refresh = () => registry.refresh();

startPage();
