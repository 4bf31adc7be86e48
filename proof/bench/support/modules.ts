/** The modules of the service that benchmarks and `proof/damage.mjs` use. `scripts/bundle-server.mjs` bundles them next to the command. Add an export here. */
export {createCertificateAuthority, oces3Subject} from '../../../certificates/certificate-authority.ts';
export {createDeliveries} from '../../../server/calendar/authority/deliveries.ts';
export {createCompanyCalendar} from '../../../server/calendar/company-calendar.ts';
export {createMorning} from '../../../server/calendar/mail/morning.ts';
export {createReminders} from '../../../server/calendar/mail/reminders.ts';
export {createMailer} from '../../../server/calendar/mail/transport.ts';
export {createLinks} from '../../../server/calendar/personal/links.ts';
export * as records from '../../../server/calendar/records.ts';
export {createRegistry} from '../../../server/forms/registry.ts';
export {readDocuments} from '../../../server/maintenance/backup-lines.ts';
export {createProgress} from '../../../server/maintenance/progress.ts';
export {emptyPortal} from '../../../server/portal/portal.ts';
export {keyPath} from '../../../server/store/key.ts';
export {openStore} from '../../../server/store/open-store.ts';
export {claimFormat} from '../../../server/store/readiness.ts';
