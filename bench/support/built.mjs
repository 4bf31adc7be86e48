/**
 * Modules of the built service, with the types of their sources: the build writes no types.
 *
 * @typedef {{
 *   'certificates/certificate-authority': typeof import('../../certificates/certificate-authority.ts'),
 *   'server/calendar/authority/deliveries': typeof import('../../server/calendar/authority/deliveries.ts'),
 *   'server/calendar/company-calendar': typeof import('../../server/calendar/company-calendar.ts'),
 *   'server/calendar/feed/subscriptions': typeof import('../../server/calendar/feed/subscriptions.ts'),
 *   'server/calendar/records': typeof import('../../server/calendar/records.ts'),
 *   'server/forms/registry': typeof import('../../server/forms/registry.ts'),
 *   'server/maintenance/progress': typeof import('../../server/maintenance/progress.ts'),
 *   'server/portal/portal': typeof import('../../server/portal/portal.ts'),
 *   'server/store/key': typeof import('../../server/store/key.ts'),
 *   'server/store/open-store': typeof import('../../server/store/open-store.ts'),
 * }} Modules
 */

/** @template {keyof Modules} Path @param {Path} path @returns {Promise<Modules[Path]>} */
const load = path => import(new URL(`../../dist/${path}.js`, import.meta.url).href);

export const {createCertificateAuthority, oces3Subject} = await load('certificates/certificate-authority');
export const {createDeliveries} = await load('server/calendar/authority/deliveries');
export const {createCompanyCalendar} = await load('server/calendar/company-calendar');
export const {createSubscriptions} = await load('server/calendar/feed/subscriptions');
export const records = await load('server/calendar/records');
export const {createRegistry} = await load('server/forms/registry');
export const {createProgress} = await load('server/maintenance/progress');
export const {emptyPortal} = await load('server/portal/portal');
export const {keyPath} = await load('server/store/key');
export const {openStore} = await load('server/store/open-store');
