/* Interface D, in which persons read and change their dashboard, for the table of `interfaces.ts`. The manual
 * contains the texts of `operations`: run `npm run docs` after a change. `schema.ts` has the bodies, and `service.ts`
 * the rules. The portal has published the interface: its paths, keys and status codes must not change. */

import {leaveOutChange, noteChange} from '../http/audit.ts';
import {tagsOf} from '../http/etag.ts';
import {ok} from '../http/reply.ts';
import {bounds} from '../bounds.ts';
import {type Interface, operationsFor} from '../operations/operation.ts';
import {
  activationQuery,
  appActivationSchema,
  type AppOrder,
  appOrderSchema,
  appStatesSchema,
  orderQuery,
  orderSchema,
  stateQuery,
} from './schema.ts';
import type {Dashboard} from './service.ts';

const path = '/dashboard/1/apps/state';
const orderPath = '/dashboard/1/apps/order';
const orderExample: AppOrder = {apps: ['frister', 'cvr']};

export interface DashboardServices {
  readonly dashboard: Dashboard;
}

const operation = operationsFor<DashboardServices, string>();

/** Interface D, which `docs/reference/api-dashboard.md` documents. Its party is the owner of the states and the order. */
export const dashboardInterface: Interface<'token', DashboardServices, string> = {
  letter: 'D',
  caller: 'token',
  // The name of an app cannot contain `/`.
  changeOf: (_, operation) => (operation.path === orderPath ? {id: 'apps/order'} : {}),
  authorise: ({owner}) => owner,
  tag: 'Dashboard',
  description:
    "Interface D: the states and the order of a person's apps. Both belong to the owner claim of the token.",
  operations: [
    operation('hentApptilstande', 'get', path, {
      summary: 'Read the states of apps',
      description:
        'Returns the state of each app that `apps` names. An app that the person has never changed has the state in the portal file.',
      query: stateQuery,
      response: {
        description: 'The state of each known app, by name.',
        schema: appStatesSchema,
        example: {frister: {state: 'active'}, cvr: {state: 'deactive'}},
      },
      refusals: {400: '`apps` is missing, or names too many apps.'},
      handle: async ({party, query}, {dashboard}) => ok(await dashboard.states(party, query.apps)),
    }),
    operation('vaelgApp', 'put', path, {
      summary: 'Turn an app on or off',
      description: 'Sets the state of one app to `active` or `deactive`, also if the app was hidden.',
      query: activationQuery,
      response: {
        description: 'The app, and whether it is on now.',
        schema: appActivationSchema,
        example: {frister: true},
      },
      refusals: {
        400: 'A parameter is missing, given twice, or invalid.',
        403: 'The portal has locked the app.',
        404: 'The portal has no app with that name.',
      },
      async handle({context, party, query: {app, activated}}, {dashboard}) {
        noteChange(context, {id: app});
        if (!(await dashboard.activate(party, app, activated))) leaveOutChange(context);
        return ok({[app]: activated});
      },
    }),
    operation('hentAppraekkefoelge', 'get', orderPath, {
      summary: "Read a person's order of apps",
      description:
        'Returns the stored order, including names of apps that the portal no longer has. The list is empty until the person chooses an order.',
      query: orderQuery,
      response: {
        description: 'The order.',
        schema: appOrderSchema,
        example: {...orderExample, locked: ['cvr']},
      },
      refusals: {400: '`locked` is neither `true` nor `false`.'},
      async handle({party, query: {locked}}, {dashboard}) {
        const order = await dashboard.order(party);
        return ok(locked ? dashboard.withLocks(order) : order);
      },
    }),
    operation('skrivAppraekkefoelge', 'put', orderPath, {
      summary: "Replace a person's order of apps",
      description:
        'Replaces the order. If the order does not contain an app, such as a new one, a dashboard shows it after the app that precedes it on the page.',
      conditional: 'change',
      body: {schema: orderSchema, maxBytes: bounds.maxOrderBytes, example: orderExample},
      response: {description: 'The order.', schema: orderSchema, example: orderExample},
      async handle({context, party, body: order, requireMatch}, {dashboard}) {
        // A GET returns the order with or without the locks: `If-Match` may contain the ETag of either.
        const isChanged = await dashboard.setOrder(party, order, current =>
          requireMatch(true, () => tagsOf(current, dashboard.withLocks(current))),
        );
        if (!isChanged) leaveOutChange(context);
        return ok(order);
      },
    }),
  ],
};
