import './page.ts';
import './panel/user-switcher.ts';

import {Registry} from './forms/registry.ts';
import {RequestForm} from './forms/request-form.ts';

const [registry, requestForm] = [new Registry(), new RequestForm()];
registry.onSelect = selection => requestForm.select(selection);
requestForm.refresh = () => registry.refresh();
document.querySelector('.forms')?.append(registry);
document.querySelector('.panel')?.append(requestForm);
