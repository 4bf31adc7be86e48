import {type AuthorityServices, authorityInterface} from './calendar/authority/operations.ts';
import {companyInterface, type CompanyServices} from './calendar/company/operations.ts';
import {feedInterface, type FeedServices} from './calendar/feed/operations.ts';
import {dashboardInterface, type DashboardServices} from './dashboard/operations.ts';
import type {FormServices} from './forms/operations-common.ts';
import {formInterfaceV1} from './forms/operations-v1.ts';
import {formInterfaceV2} from './forms/operations-v2.ts';
import type {CallerKind, Interface} from './operations/operation.ts';

/** What the handlers of all interfaces work with. */
export type Services = AuthorityServices & CompanyServices & DashboardServices & FeedServices & FormServices;

/** All that the service does for callers, in the order of the documentation. */
export const interfaces: readonly Interface<CallerKind, Services, unknown>[] = [
  dashboardInterface,
  formInterfaceV1,
  formInterfaceV2,
  authorityInterface,
  companyInterface,
  feedInterface,
];

/** The fixed beginnings of all paths. */
const starts = interfaces.flatMap(each =>
  [...new Set(each.operations.map(({path}) => path.replace(/\{.*/, '')))].map(start => ({start, each})),
);

/** Returns the interface that a path belongs to, whether there is such an operation or not. */
export function interfaceAt(path: string): Interface<CallerKind, Services, unknown> | undefined {
  return starts.find(({start}) => path.startsWith(start))?.each;
}
