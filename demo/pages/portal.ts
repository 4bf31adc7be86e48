import type {GetToken} from '../../client/index.ts';
import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {chooseAppearance} from './panel/appearance.ts';
import {chooseAttributes} from './panel/attributes.ts';
import {copyOnClick} from './panel/copy.ts';
import {startDeliveryForm} from './panel/delivery.ts';
import {logEvents} from './panel/event-log.ts';
import {showMarkup} from './panel/markup.ts';
import {foldPanel} from './panel/fold.ts';
import {startUserSwitcher} from './panel/user-switcher.ts';
import {showTabs} from './panel/tabs.ts';
import {simulateFailures} from './panel/simulate-failures.ts';

/** The main element of a page. */
export interface PortalElement extends HTMLElement {
  getToken: GetToken | undefined;
  refresh(): Promise<void>;
}

/** Starts the shared parts of a portal page: header, language, and the developer panel for its element. */
export function startPortal(element: PortalElement): void {
  chooseAttributes(element);
  showTabs(element.localName === 'tavle-calendar' ? 'fane-lever' : 'fane-proev');
  followLanguage();
  followNavigation();
  chooseAppearance();
  foldPanel();
  simulateFailures(element);
  logEvents(element);
  copyOnClick();
  startDeliveryForm();
  void startUserSwitcher(element);
  void showMarkup(element);
}
