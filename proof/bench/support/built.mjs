// The built modules of the service, for the benchmarks. Add a name here and to `modules.ts`.

/** @typedef {typeof import('./modules.ts')} Modules */

const url = new URL('../../../dist/server/modules.js', import.meta.url).href;

export const {
  claimFormat,
  createCertificateAuthority,
  createCompanyCalendar,
  createDeliveries,
  createProgress,
  createRegistry,
  createLinks,
  createMailer,
  createMorning,
  createReminders,
  emptyPortal,
  keyPath,
  oces3Subject,
  openStore,
  records,
} = /** @type {Modules} */ (await import(url));
