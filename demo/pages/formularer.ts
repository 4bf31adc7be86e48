import {byId} from './dom.ts';
import {showRegistry} from './forms/registry-view.ts';
import {loadSuppliers} from './forms/suppliers.ts';
import {tryCalls} from './forms/try-calls.ts';
import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {chooseAppearance} from './panel/appearance.ts';
import {signIn} from './panel/user-switcher.ts';
import {simulateFailures} from './panel/simulate-failures.ts';
import type {PortalElement} from './portal.ts';

const calls = tryCalls();
const registry = showRegistry({loadSuppliers, onChoose: calls.fill});
calls.onChanged(registry.refresh);

// The page's element, as the shared parts of the panel know it; it calls with certificates and asks for no token.
const element: PortalElement = Object.assign(byId('register'), {
  getToken: undefined,
  refresh: registry.refresh,
});

followLanguage();
followNavigation();
chooseAppearance();
simulateFailures(element);
void signIn(element);
void registry.refresh();
