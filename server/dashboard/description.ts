import {z} from 'zod';

import type {Description} from '../openapi/operation.ts';
import {appActivationSchema, appStatesSchema} from './answers.ts';
import {mostApps} from './schema.ts';

const path = '/dashboard/1/apps/state';

/** Interface D. */
export const dashboardDescription: Description = {
  tag: 'Dashboard',
  meaning: 'Hvilke apps en person har slået til på sit dashboard. Tilstanden hører til tokenets ejer.',
  schemas: {Apptilstande: appStatesSchema, Appvalg: appActivationSchema},
  operations: [
    {
      id: 'hentApptilstande',
      method: 'get',
      path,
      summary: 'Hent apps tilstand',
      caller: 'token',
      parameters: [
        {
          name: 'apps',
          in: 'query',
          meaning: 'Appens navn; én gang for hver app. Ukendte apps udelades af svaret.',
          schema: z.array(z.string().min(1)).min(1).max(mostApps),
          required: true,
          example: ['frister', 'cvr'],
        },
      ],
      answer: {
        status: 200,
        meaning: 'Hver kendt app med sin tilstand.',
        headers: ['ETag'],
        schema: 'Apptilstande',
        example: {frister: {state: 'active'}, cvr: {state: 'deactive'}},
      },
      refusals: {400: 'Ingen apps, eller for mange.'},
    },
    {
      id: 'vaelgApp',
      method: 'put',
      path,
      summary: 'Slå en app til eller fra',
      caller: 'token',
      parameters: [
        {
          name: 'app',
          in: 'query',
          meaning: 'Appens navn.',
          schema: z.string().min(1),
          required: true,
          example: 'frister',
        },
        {
          name: 'activated',
          in: 'query',
          meaning: 'Om den skal være slået til.',
          schema: z.boolean(),
          required: true,
          example: true,
        },
      ],
      answer: {
        status: 200,
        meaning: 'Appen, og om den er slået til nu.',
        schema: 'Appvalg',
        example: {frister: true},
      },
      refusals: {
        400: 'Et parameter mangler, står to gange eller har en forkert værdi.',
        403: 'Appen er låst af portalen.',
        404: 'Ukendt app.',
      },
    },
  ],
};
