import {z} from 'zod';

import {noteChange} from '../http/middleware/audit.ts';
import type {Interface, Parameter} from '../operations/operation.ts';
import {type AppActivation, appActivationSchema, appStatesSchema} from './answers.ts';
import {mostApps, parseActivationQuery, parseStateQuery} from './schema.ts';
import type {Dashboard} from './service.ts';

const path = '/dashboard/1/apps/state';

const inQuery = (name: string, meaning: string, schema: z.ZodType, example: unknown): Parameter => ({
  name,
  in: 'query',
  meaning,
  schema,
  required: true,
  example,
});

export interface DashboardServices {
  readonly dashboard: Dashboard;
}

/** Interface D. Its party is the owner of the states. */
export const dashboardInterface: Interface<'token', DashboardServices, string> = {
  letter: 'D',
  caller: 'token',
  admit: ({owner}) => owner,
  tag: 'Dashboard',
  meaning:
    'Interface D: which apps a person has turned on. The states belong to the owner that the token names.',
  schemas: {Apptilstande: appStatesSchema, Appvalg: appActivationSchema},
  operations: [
    {
      id: 'hentApptilstande',
      method: 'get',
      path,
      summary: 'Read the states of apps',
      description:
        'Returns the state of each app that `apps` names. An app that the person has never changed has the state that the portal gives it.',
      parameters: [
        inQuery(
          'apps',
          'Name of an app; repeat the parameter for each app. Unknown apps are left out of the response.',
          z.array(z.string().min(1)).min(1).max(mostApps),
          ['frister', 'cvr'],
        ),
      ],
      answer: {
        status: 200,
        meaning: 'The state of each known app, by name.',
        headers: ['ETag'],
        schema: 'Apptilstande',
        example: {frister: {state: 'active'}, cvr: {state: 'deactive'}},
      },
      refusals: {400: '`apps` is missing, or names too many apps.'},
      handle: ({party, query}, {dashboard}) => dashboard.states(party, parseStateQuery(query)),
    },
    {
      id: 'vaelgApp',
      method: 'put',
      path,
      summary: 'Turn an app on or off',
      description: 'Sets the state of one app to `active` or `deactive`, also if the app was hidden.',
      parameters: [
        inQuery('app', 'Name of the app.', z.string().min(1), 'frister'),
        inQuery('activated', 'Whether to turn the app on.', z.boolean(), true),
      ],
      answer: {
        status: 200,
        meaning: 'The app, and whether it is on now.',
        schema: 'Appvalg',
        example: {frister: true},
      },
      refusals: {
        400: 'A parameter is missing, given twice, or invalid.',
        403: 'The portal has locked the app.',
        404: 'The portal has no app with that name.',
      },
      async handle({context, party, query}, {dashboard}): Promise<AppActivation> {
        const {app, activated} = parseActivationQuery(query);
        noteChange(context, {id: app});
        await dashboard.activate(party, app, activated);
        return {[app]: activated};
      },
    },
  ],
};
