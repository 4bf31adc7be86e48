import {z} from 'zod';

import type {CvrCheck} from '../identity/cvr.ts';
import {parseDatetime} from '../time/datetime.ts';
import {appStates} from './app-state.ts';

/** The kinds of authority. */
export const authorityTypes = ['stat', 'kommune', 'region'] as const;

/** A number or a text of digits; kept as text. */
const id = z.union([z.int().min(0).transform(String), z.string().min(1)], 'Must be a number or a text.');

const cvr = (isCvr: CvrCheck) => z.string().refine(isCvr, 'Is no CVR number.');

const moment = z.string().transform((text, context) => {
  const instant = parseDatetime(text);
  if (instant !== undefined) return instant;
  context.addIssue({code: 'custom', message: 'Is no date and time of ISO 8601.'});
  return z.NEVER;
});

/** An app that dashboards may show, and its state until its owner changes it. */
const app = z.object({
  navn: z.string().regex(/^[\w.-]{1,100}$/, 'Use letters, digits and . _ - only, at most 100 of them.'),
  tilstand: z.enum(appStates),
});

/** An authority that may deliver deadlines and that forms are shown for. */
const authority = (isCvr: CvrCheck) =>
  z
    .object({
      myndighedsid: id,
      forkortelse: z.string().regex(/^[^\s,/]+$/, 'Must be one word.'),
      navn: z.string().trim().min(1),
      cvr: cvr(isCvr),
      type: z.enum(authorityTypes),
      kommunekode: z
        .string()
        .regex(/^\d{3}$/, 'Must be three digits.')
        .optional(),
    })
    .refine(({type, kommunekode}) => (type === 'kommune') === (kommunekode !== undefined), {
      path: ['kommunekode'],
      error: 'Belongs to a kommune, and to nothing else.',
    });

/** A supplier of forms, and those that it may act for. */
const supplier = (isCvr: CvrCheck) =>
  z.object({
    cvr: cvr(isCvr),
    navn: z.string().trim().min(1),
    paaVegneAf: z.array(cvr(isCvr)).default([]),
  });

/** A form that variants belong to. */
const master = z.object({
  id: id.refine(value => /^[1-9]\d{0,8}$/.test(value), 'Must be a whole number from 1 on.'),
  titel: z.string().trim().min(1),
  publiceringsdato: moment.nullish(),
  afpubliceringsdato: moment.nullish(),
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
      leverandoerer: z.array(supplier(isCvr)).default([]),
      formularmastre: z.array(master).default([]),
      /** How many companies a deadline to all of them reaches. */
      antalVirksomheder: z.int().min(0).default(0),
    })
    .superRefine(({apps, myndigheder, leverandoerer, formularmastre}, context) => {
      requireUnique(apps, 'apps', 'navn', context);
      for (const key of ['myndighedsid', 'forkortelse', 'cvr', 'kommunekode'] as const) {
        requireUnique(myndigheder, 'myndigheder', key, context);
      }
      requireUnique(leverandoerer, 'leverandoerer', 'cvr', context);
      requireUnique(formularmastre, 'formularmastre', 'id', context);
    });

export type PortalFile = z.output<ReturnType<typeof portalSchema>>;

function requireUnique<Key extends string>(
  items: readonly Partial<Record<Key, string | undefined>>[],
  list: string,
  key: Key,
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [place, {[key]: value}] of items.entries()) {
    if (value === undefined) continue;
    if (seen.has(value)) {
      context.addIssue({code: 'custom', path: [list, place, key], message: `"${value}" stands twice.`});
    }
    seen.add(value);
  }
}
