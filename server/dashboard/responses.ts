import {z} from 'zod';

import {appStates} from '../portal/app-state.ts';
import {orderSchema} from './schema.ts';

const state = z.enum(appStates).describe('`hidden`: not shown; `active`: turned on; `deactive`: turned off.');

export const appStateSchema = z.object({state});

/** The response to `GET /dashboard/1/apps/state`: the requested known apps, by name. */
export const appStatesSchema = z.record(z.string(), appStateSchema);

/** The response to `PUT /dashboard/1/apps/state`: the app's name and whether it is active now. */
export const appActivationSchema = z.record(z.string(), z.boolean());

/** The response to `GET /dashboard/1/apps/order`. */
export const appOrderSchema = orderSchema.extend({
  locked: z
    .array(z.string())
    .exactOptional()
    .describe('Names of the apps whose state nobody can change; only with `locked=true`.'),
});

export type AppStates = z.infer<typeof appStatesSchema>;
export type AppActivation = z.infer<typeof appActivationSchema>;
/** The body and the response of `PUT /dashboard/1/apps/order`. */
export type AppOrder = z.infer<typeof orderSchema>;
export type AppOrderResponse = z.infer<typeof appOrderSchema>;
