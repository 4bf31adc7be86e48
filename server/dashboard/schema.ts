/* The bodies and the stored documents of dashboards, for interface D and commands. Add a type of documents to
 * `dashboardDocuments`; `portal/schema.ts` has the states of apps. Stores contain the documents: segments and shapes
 * must stay. The response schemas are published: keep their keys. */

import {z} from 'zod';

import {expected, listOf} from '../http/fields.ts';
import {flag} from '../operations/parameters.ts';
import {appNamePattern, type AppState, appStates} from '../portal/schema.ts';
import type {DocumentType} from '../store/document-type.ts';

/** The maximum number of apps in a request, and in an order. The elements send at most as many: see `client/dashboard/model/dashboard-model.ts`. */
const maxApps = 100;

/** `apps=a&apps=b`. Each app counts once. */
export const stateQuery = z.object({
  apps: z
    .preprocess(
      (apps: string[]) => [...new Set(apps)].filter(Boolean),
      z
        .array(z.string().min(1))
        .min(1, 'Must name at least one app.')
        .max(maxApps, `Must name at most ${maxApps} apps.`),
    )
    .meta({
      description:
        'Name of an app; repeat the parameter for each app. Unknown apps are left out of the response.',
      example: ['frister', 'cvr'],
    }),
});

export const activationQuery = z.object({
  app: z
    .string('Is required.')
    .min(1, 'Is required.')
    .meta({description: 'Name of the app.', example: 'frister'}),
  activated: flag().meta({description: 'Whether to turn the app on.', example: true}),
});

export const orderQuery = z.object({
  locked: flag().default(false).meta({
    description: 'Whether the response also lists the locked apps, in `locked`. Default: false.',
    example: true,
  }),
});

const appName = z
  .string(expected('text'))
  .regex(appNamePattern, 'Must be 1 to 100 letters (a-z, A-Z), digits and . _ - only.');

/** A person's order of apps. Names are not compared with the portal file, which may change, and differs between processes during a rollout. */
export const orderSchema = z
  .object({
    apps: listOf(appName, 'a list of names', maxApps)
      .superRefine((apps, context) => {
        const seen = new Set<string>();
        for (const [place, app] of apps.entries()) {
          if (seen.has(app))
            context.addIssue({code: 'custom', path: [place], message: 'Must not repeat an earlier item.'});
          seen.add(app);
        }
      })
      .meta({uniqueItems: true})
      .describe('Names of apps in order. `[]`: the order of the page.'),
  })
  .meta({id: 'Appraekkefoelge'});

const state = z.enum(appStates).describe('`hidden`: not shown; `active`: turned on; `deactive`: turned off.');

export const appStateSchema = z.object({state}).meta({id: 'Apptilstand'});

/** The response to `GET /dashboard/1/apps/state`: the requested known apps, by name. */
export const appStatesSchema = z.record(z.string(), appStateSchema).meta({id: 'Apptilstande'});

/** The response to `PUT /dashboard/1/apps/state`: the app's name and whether it is active now. */
export const appActivationSchema = z.record(z.string(), z.boolean()).meta({id: 'Appvalg'});

/** The response to `GET /dashboard/1/apps/order`. */
export const appOrderSchema = orderSchema
  .extend({
    locked: z
      .array(z.string())
      .exactOptional()
      .describe('Names of the locked apps, only with `locked=true`.'),
  })
  .meta({id: 'GemtAppraekkefoelge'});

export type AppStates = z.infer<typeof appStatesSchema>;
export type AppActivation = z.infer<typeof appActivationSchema>;
/** The body and the response of `PUT /dashboard/1/apps/order`. */
export type AppOrder = z.infer<typeof orderSchema>;
export type AppOrderResponse = z.infer<typeof appOrderSchema>;

/** An owner's states by app, in one document, so that a dashboard needs one read. */
export type Choices = Readonly<Record<string, AppState>>;

/** The states that a person has chosen, by app. Segments and shape are stored: see {@link DocumentType}. */
export const choicesDocument: DocumentType<Choices> = {
  segments: ['dashboard', '*'],
  schema: z.record(z.string(), z.string()),
  phase: 'main',
  subject: 'person',
};

/** The names of a person's apps in the chosen order. */
export const orderDocument: DocumentType<readonly string[]> = {
  segments: ['dashboard', '*', 'order'],
  schema: z.array(z.string()),
  phase: 'main',
  subject: 'person',
};

export const dashboardDocuments = [choicesDocument, orderDocument];
