import type {GetToken} from '../../client/index.ts';
import {followLanguage} from './language.ts';
import {followNavigation} from './navigation.ts';
import {chooseAppearance} from './panel/appearance.ts';
import {chooseAttributes} from './panel/attributes.ts';
import {copyOnClick} from './panel/copy.ts';
import {deliverFrister} from './panel/delivery.ts';
import {logEvents} from './panel/event-log.ts';
import {showMarkup} from './panel/markup.ts';
import {signIn} from './panel/user-switcher.ts';
import {showTabs} from './panel/tabs.ts';
import {simulateFailures} from './panel/simulate-failures.ts';

/** What a page of the portal is about: one of the elements that show something of the service. */
export interface PortalElement extends HTMLElement {
  getToken: GetToken | undefined;
  refresh(): Promise<void>;
}

/** Brings to life what the portal's pages share: header, language, and the developers' panel around their element. */
export function startPortal(element: PortalElement): void {
  chooseAttributes(element);
  showTabs(element.localName === 'tavle-calendar' ? 'fane-lever' : 'fane-proev');
  followLanguage();
  followNavigation();
  chooseAppearance();
  simulateFailures(element);
  logEvents(element);
  copyOnClick();
  deliverFrister();
  void signIn(element);
  void showMarkup(element);
}
