import {type AuthorityServices, authorityInterface} from './calendar/authority/operations.ts';
import {companyInterface, type CompanyServices} from './calendar/company/operations.ts';
import {feedInterface, type FeedServices} from './calendar/feed/operations.ts';
import {dashboardInterface, type DashboardServices} from './dashboard/operations.ts';
import type {FormServices} from './forms/operations-common.ts';
import {formInterfaceV1} from './forms/operations-v1.ts';
import {formInterfaceV2} from './forms/operations-v2.ts';
import {publicFormInterface, type PublicFormServices} from './forms/public/operations.ts';
import {embedAddressesSchema, embedOperations, type EmbedServices} from './embed/operations.ts';
import {healthOperations, type HealthServices} from './monitoring/health.ts';
import type {CorsPolicy} from './http/middleware/cors.ts';
import {metricsOperation, type MetricsServices} from './monitoring/metrics-operation.ts';
import {documentOperations, documentSchema, type DocumentServices} from './openapi/document-operations.ts';
import {jsonSchema, schemaOperations} from './openapi/schema-operations.ts';
import type {CallerKind, Description, Interface} from './operations/operation.ts';
import type {PublicOperation} from './operations/public.ts';

/** The services that the handlers of all interfaces use. */
export type Services = AuthorityServices &
  CompanyServices &
  DashboardServices &
  FeedServices &
  FormServices &
  PublicFormServices;

/** All interfaces, in the order of the documentation. */
export const interfaces: readonly Interface<CallerKind, Services, unknown>[] = [
  dashboardInterface,
  formInterfaceV1,
  formInterfaceV2,
  authorityInterface,
  companyInterface,
  feedInterface,
  publicFormInterface,
];

/** Operations without authentication: those that `createApp` serves, and those that serve files of the package. */
export const appOperations: readonly PublicOperation<HealthServices & MetricsServices>[] = [
  ...healthOperations,
  metricsOperation,
  ...schemaOperations,
];
export const packageOperations: readonly PublicOperation<EmbedServices & DocumentServices>[] = [
  ...embedOperations,
  ...documentOperations,
];

/** All operations, in the order of the documentation. */
export const descriptions: readonly Description[] = [
  ...interfaces,
  {
    tag: 'Service',
    caller: 'anyone',
    description: 'Health and metrics, the scripts with the elements, schemas, and this description.',
    schemas: {EmbedAdresser: embedAddressesSchema, JsonSchema: jsonSchema, OpenApiDokument: documentSchema},
    operations: [...appOperations, ...packageOperations],
  },
];

const pathPrefixes = interfaces.flatMap(owner => {
  const prefixes = new Set(owner.operations.map(({path}) => path.replace(/\{.*/, '')));
  return Array.from(prefixes, prefix => ({owner, prefix}));
});

/** Returns the interface that a path belongs to, even if the path has no operation. */
export function interfaceAt(path: string): Interface<CallerKind, Services, unknown> | undefined {
  return pathPrefixes.find(({prefix}) => path.startsWith(prefix))?.owner;
}

/** Returns which origins CORS allows for a path. */
export function corsPolicyOf(path: string): CorsPolicy {
  const owner = interfaceAt(path);
  if (owner?.isForAnyPage) return 'any';
  return owner?.caller === 'token' ? 'listed' : 'none';
}
