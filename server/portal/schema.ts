import {z} from 'zod';

import type {CvrCheck} from '../identity/cvr.ts';
import {appStates} from './app-state.ts';

/** An app that dashboards may show, and its state until its owner changes it. */
const app = z.object({
  navn: z.string().regex(/^[\w.-]{1,100}$/, 'Use letters, digits and . _ - only, at most 100 of them.'),
  tilstand: z.enum(appStates),
});

/** An authority that may deliver deadlines. */
const authority = (isCvr: CvrCheck) =>
  z.object({
    navn: z.string().trim().min(1),
    cvr: z.string().refine(isCvr, 'Is no CVR number.'),
  });

/**
 * The portal file: what an operator tells the service about the portal that it works for. Keys that are not named here are left
 * alone.
 */
export const portalSchema = (isCvr: CvrCheck) =>
  z
    .object({
      apps: z.array(app).default([]),
      myndigheder: z.array(authority(isCvr)).default([]),
      /** How many companies a deadline to all of them reaches. */
      antalVirksomheder: z.int().min(0).default(0),
    })
    .superRefine(({apps, myndigheder}, context) => {
      requireUnique(apps, 'apps', 'navn', context);
      requireUnique(myndigheder, 'myndigheder', 'cvr', context);
    });

function requireUnique<Key extends string>(
  items: readonly Record<Key, string>[],
  list: string,
  key: Key,
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [place, {[key]: value}] of items.entries()) {
    if (seen.has(value)) {
      context.addIssue({code: 'custom', path: [list, place, key], message: `"${value}" stands twice.`});
    }
    seen.add(value);
  }
}
