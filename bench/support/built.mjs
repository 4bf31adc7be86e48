/* Modules of the built service, with the types of their sources: the build writes no types. */

/** @param {string} path */
const load = path => import(new URL(`../../dist/${path}.js`, import.meta.url).href);

export const {createCertificateAuthority, oces3Subject} =
  /** @type {typeof import('../../certificates/certificate-authority.ts')} */ (
    await load('certificates/certificate-authority')
  );
export const {createDeliveries} =
  /** @type {typeof import('../../server/calendar/authority/deliveries.ts')} */ (
    await load('server/calendar/authority/deliveries')
  );
export const {createCompanyCalendar} =
  /** @type {typeof import('../../server/calendar/company-calendar.ts')} */ (
    await load('server/calendar/company-calendar')
  );
export const {createSubscriptions} =
  /** @type {typeof import('../../server/calendar/feed/subscriptions.ts')} */ (
    await load('server/calendar/feed/subscriptions')
  );
export const records = /** @type {typeof import('../../server/calendar/records.ts')} */ (
  await load('server/calendar/records')
);
export const {createRegistry} = /** @type {typeof import('../../server/forms/registry.ts')} */ (
  await load('server/forms/registry')
);
export const {createProgress} = /** @type {typeof import('../../server/maintenance/progress.ts')} */ (
  await load('server/maintenance/progress')
);
export const {emptyPortal} = /** @type {typeof import('../../server/portal/portal.ts')} */ (
  await load('server/portal/portal')
);
export const {keyPath} = /** @type {typeof import('../../server/store/key.ts')} */ (
  await load('server/store/key')
);
export const {openStore} = /** @type {typeof import('../../server/store/open-store.ts')} */ (
  await load('server/store/open-store')
);
