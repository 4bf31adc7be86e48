import {byId} from './dom.ts';
import {showRegistry} from './forms/registry-view.ts';
import {loadSuppliers} from './forms/suppliers.ts';
import {startRequestForm} from './forms/request-form.ts';
import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {chooseAppearance} from './panel/appearance.ts';
import {foldPanel} from './panel/fold.ts';
import {startUserSwitcher} from './panel/user-switcher.ts';
import {simulateFailures} from './panel/simulate-failures.ts';
import type {PortalElement} from './portal.ts';

const requestForm = startRequestForm();
const registry = showRegistry({loadSuppliers, onSelect: requestForm.fill});
requestForm.onChanged(registry.refresh);

// The shared parts of the panel need an element. This one uses certificates instead of tokens.
const element: PortalElement = Object.assign(byId('register'), {
  getToken: undefined,
  refresh: registry.refresh,
});

followLanguage();
followNavigation();
chooseAppearance();
foldPanel();
simulateFailures(element);
void startUserSwitcher(element);
void registry.refresh();
