// Lets the browser ask before a person leaves the page with something that is not saved, for `client/api/` and
// `tavle-editorial.ts`. Keep the listener only as long as it is needed: some browsers do not keep a page that has one
// for the way back.

/** The owners of changes that are not saved. */
const unsaved = new Set<object>();

/** Sets whether the browser asks before the page is left because of `owner`. */
export function askBeforeLeaving(owner: object, isUnsaved: boolean): void {
  unsaved[isUnsaved ? 'add' : 'delete'](owner);
  // Models also run without a browser.
  const browser: Partial<typeof globalThis> = globalThis;
  browser[`${unsaved.size ? 'add' : 'remove'}EventListener` as const]?.('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  // oxlint-disable-next-line typescript/no-deprecated -- Unlike `preventDefault`, this works in all browsers.
  event.returnValue = true;
}
