/** The exports of `tavle-server`. The import has no side effects. */
export {type AppParts, createApp} from './app.ts';
export {type Config, ConfigError, readConfig, type TokenConfig} from './config.ts';
export {type Admission, type Admit, createAdmission} from './http/request/admission.ts';
export type {AuditLine, AuditLog, LeftOutLine} from './logs/audit-line.ts';
export {createMetrics, type Metrics} from './http/metrics.ts';
export {Problem} from './http/response/problem.ts';
export {
  type CallerRules,
  createCallers,
  type OrganisationCheck,
  type PersonCheck,
} from './identity/callers.ts';
export {
  type CertificateCheck,
  type CertificateRules,
  createCertificateCheck,
  refuseAllCertificates,
} from './identity/certificate.ts';
export {parseBundle} from './identity/chain.ts';
export {type CvrCheck, hasCvrForm, isCvr} from './identity/cvr.ts';
export {type KeySet, openKeySet} from './identity/key-set.ts';
export {parseNetworks as parseProxies} from './http/request/networks.ts';
export {
  createTokenCheck,
  type Person,
  refuseAllTokens,
  type TokenCheck,
  type TokenRules,
} from './identity/token.ts';
export {type CallerLimit, createCallerLimit} from './quotas/caller-limit.ts';
export {createLog} from './log.ts';
export {type CurrentPortal, type Portal, PortalError, readPortal} from './portal/portal.ts';
export {packageRoutes} from './package-routes.ts';
export {type Service, startService} from './service.ts';
export {openStore} from './store/open-store.ts';
export type {SentinelLogin} from './store/redis/address.ts';
export {type Store, StoreUnavailable, VersionConflict} from './store/store.ts';
