/** The texts about the address for calendar programs. */
export interface SubscriptionStrings {
  /** The button that opens it all. */
  subscribeShort: string;
  /** The heading. */
  subscribe: string;
  subscribeIntro: string;
  makeAddress: string;
  /** Beside `makeAddress`, when there may be an address already. */
  makeAddressHint: string;
  /** Label of the address. */
  address: string;
  copy: string;
  copied: string;
  /** When the browser does not let the page copy. */
  copyFailed: string;
  openInProgram: string;
  /** It says that another window opens. */
  openInGoogle: string;
  /** It says that another window opens. */
  openInOutlook: string;
  /** How often calendar programs look for news. */
  refreshHint: string;
  secretHint: string;
  replaceAddress: string;
  withdrawAddress: string;
  addressMade: string;
  withdrawn: string;
  makeAddressFailed: string;
  withdrawFailed: string;
  /** What calendar programs call the calendar. */
  calendarName: string;
}
