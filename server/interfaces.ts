/* All interfaces and other operations, for `app.ts`, the OpenAPI description and the manual. Add a new interface to
 * `interfaces`, in the order of the manual, its services to `Services`, and run `npm run docs`. Paths and operation ids
 * are public: keep them. */

import {join} from 'node:path';

import type {Middleware} from 'koa';

import {authorityInterface, type AuthorityServices} from './calendar/authority/operations.ts';
import {companyInterface, type CompanyServices} from './calendar/company/operations.ts';
import {feedInterface, type FeedServices} from './calendar/feed/operations.ts';
import {reminderInterface, type ReminderServices, unsubscribeInterface} from './calendar/mail/operations.ts';
import {linkInterface, type LinkServices} from './calendar/personal/link-operations.ts';
import {dashboardInterface, type DashboardServices} from './dashboard/operations.ts';
import {embedOperations, type EmbedServices, embedServices} from './embed.ts';
import type {FormServices} from './forms/operations-common.ts';
import {fieldsV1} from './forms/fields-v1.ts';
import {bodyV2} from './forms/fields-v2.ts';
import {formInterfaceV1} from './forms/operations-v1.ts';
import {formInterfaceV2} from './forms/operations-v2.ts';
import {publicFormInterface, type PublicFormServices} from './forms/public/operations.ts';
import {editorialInterface, type EditorialServices} from './forms/editorial/operations.ts';
import {hasCvrForm} from './identity/cvr.ts';
import {monitoringOperations, type MonitoringServices} from './monitoring.ts';
import {createDocument} from './openapi/document.ts';
import {
  documentOperations,
  type DocumentServices,
  documentServices,
  schemaOperation,
} from './openapi/operations.ts';
import {toVersion30} from './openapi/version-3-0.ts';
import type {CallerKind} from './operations/callers.ts';
import {type Description, type Interface, openInterface} from './operations/operation.ts';
import {createRoutes, openGate} from './operations/routes.ts';
import {packageDirectory, version} from './package.ts';
import {emptyPortal} from './portal/portal.ts';
import {portalSchema} from './portal/schema.ts';

/** The services that the handlers of all interfaces use. */
export type Services = AuthorityServices &
  CompanyServices &
  DashboardServices &
  EditorialServices &
  FeedServices &
  FormServices &
  LinkServices &
  ReminderServices &
  PublicFormServices;

/** All interfaces, in the order of the documentation. */
export const interfaces: readonly Interface<CallerKind, Services, unknown>[] = [
  dashboardInterface,
  formInterfaceV1,
  formInterfaceV2,
  authorityInterface,
  companyInterface,
  linkInterface,
  reminderInterface,
  unsubscribeInterface,
  feedInterface,
  publicFormInterface,
  editorialInterface,
];

const schemaOperations = [
  schemaOperation(
    'hentPortalskema',
    '/schema/portal.json',
    'The portal file of Tavle',
    'Read the schema of the portal file',
    'For editors that validate the portal file.',
    () => portalSchema(hasCvrForm),
  ),
  schemaOperation(
    'hentFormularskema1',
    '/schema/formular-1.json',
    'Form variant, version 1',
    'Read the schema of a form variant, version 1',
    'The fields that interface A requires and accepts on creation.',
    () => fieldsV1(emptyPortal),
  ),
  schemaOperation(
    'hentFormularskema2',
    '/schema/formular-2.json',
    'Form variant, version 2',
    'Read the schema of a form variant, version 2',
    'The fields that interface B requires and accepts on creation.',
    () => bodyV2(emptyPortal),
  ),
];

/** The operations of the service itself, and the operations that serve files of the package. */
export const serviceInterface = openInterface<MonitoringServices>([
  ...monitoringOperations,
  ...schemaOperations,
]);
const packageInterface = openInterface<EmbedServices & DocumentServices>([
  ...embedOperations,
  ...documentOperations,
]);

/** All operations, in the order of the documentation. */
export const descriptions: readonly Description[] = [
  ...interfaces,
  {
    tag: 'Service',
    caller: 'anyone',
    description:
      'Health and metrics, the contact for vulnerabilities, the scripts with the elements, schemas, and this description.',
    operations: [...serviceInterface.operations, ...packageInterface.operations],
  },
];

/**
 * Returns the routes that serve files of the package: `/embed/…`, `/openapi.json`, `/openapi-3.0.json` and `/docs`.
 *
 * @param publicUrl The service's public URL, without a trailing slash.
 * @param built Output directory of `npm run build`. Default: the package's.
 * @throws If the build is missing.
 */
export function packageRoutes(publicUrl: string, built = packageDirectory): Middleware[] {
  const document = () => createDocument(descriptions, publicUrl);
  const documents = {'3.1.1': document, '3.0.3': () => toVersion30(document())};
  return [
    createRoutes(
      [packageInterface],
      {
        ...embedServices(join(built, 'embed'), version, publicUrl),
        ...documentServices(documents, join(built, 'docs')),
      },
      openGate,
    ),
  ];
}
