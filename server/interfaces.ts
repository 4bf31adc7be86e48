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
import {metricsOperation, type MetricsServices} from './monitoring/metrics-operation.ts';
import {documentOperations, documentSchema, type DocumentServices} from './openapi/document-operations.ts';
import {jsonSchema, schemaOperations} from './openapi/schema-operations.ts';
import {type CallerKind, type Description, type Interface, openInterface} from './operations/operation.ts';

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

/** The operations of the service itself: those that need its store, and those that serve files of the package. */
export const serviceInterface = openInterface<HealthServices & MetricsServices>([
  ...healthOperations,
  metricsOperation,
  ...schemaOperations,
]);
export const packageInterface = openInterface<EmbedServices & DocumentServices>([
  ...embedOperations,
  ...documentOperations,
]);

/** All operations, in the order of the documentation. */
export const descriptions: readonly Description[] = [
  ...interfaces,
  {
    tag: 'Service',
    caller: 'anyone',
    description: 'Health and metrics, the scripts with the elements, schemas, and this description.',
    schemas: {EmbedAdresser: embedAddressesSchema, JsonSchema: jsonSchema, OpenApiDokument: documentSchema},
    operations: [...serviceInterface.operations, ...packageInterface.operations],
  },
];
