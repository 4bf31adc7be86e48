import {z} from 'zod';

import {appStates} from '../portal/app-state.ts';

const state = z.enum(appStates).describe('`hidden`: not shown; `active`: turned on; `deactive`: turned off.');

/** The response to `GET /dashboard/1/apps/state`: the requested known apps, by name. */
export const appStatesSchema = z.record(z.string(), z.object({state}));

/** The response to `PUT /dashboard/1/apps/state`: the app's name and whether it is active now. */
export const appActivationSchema = z.record(z.string(), z.boolean());

export type AppStates = z.infer<typeof appStatesSchema>;
export type AppActivation = z.infer<typeof appActivationSchema>;

/** The response of `GET` and `PUT /dashboard/1/apps/order`, and the body of the latter. */
export interface AppOrder {
  /** Names of apps, the first one first. */
  readonly apps: readonly string[];
}

/** The response of `GET /dashboard/1/apps/order`. */
export interface AppOrderResponse extends AppOrder {
  /** With `locked=true`: names of locked apps. */
  readonly locked?: readonly string[];
}
