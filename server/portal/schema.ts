import {z} from 'zod';

import {baseUrl} from '../http/request/base-url.ts';
import type {CvrCheck} from '../identity/cvr.ts';
import {parseDatetime} from '../time/datetime.ts';
import {appStates} from './app-state.ts';

export const authorityTypes = ['stat', 'kommune', 'region'] as const;

/** A number or a text of digits; kept as text. */
const id = z.union([z.int().min(0).transform(String), z.string().min(1)], 'Must be a number or a text.');

const cvr = (isCvr: CvrCheck) => z.string().refine(isCvr, 'Must be a CVR number.');

const moment = z.string().transform((text, context) => {
  const instant = parseDatetime(text);
  if (instant !== undefined) return instant;
  context.addIssue({code: 'custom', message: 'Must be a date, or a date and time, as ISO 8601 has it.'});
  return z.NEVER;
});

const portal = z.object({
  navn: z.string().trim().min(1).optional(),
  url: baseUrl,
});

/** An app that dashboards may show, and its state until its owner changes it. A locked app keeps that state. */
const app = z.object({
  navn: z.string().regex(/^[\w.-]{1,100}$/, 'Must be 1 to 100 letters (a-z), digits and . _ - only.'),
  tilstand: z.enum(appStates),
  laast: z.boolean().default(false),
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
    .superRefine(
      ({type, kommunekode}, context) => {
        const isGiven = kommunekode !== undefined;
        // The type of an invalid authority may be anything.
        if (isGiven === (type === 'kommune') || !authorityTypes.includes(type)) return;
        const message = isGiven
          ? 'Must not be set: only a kommune has one.'
          : 'Is required for a kommune: three digits.';
        context.addIssue({code: 'custom', path: ['kommunekode'], message});
      },
      {when: isObject},
    );

/** A supplier of forms, and those that it may act for. */
const supplier = (isCvr: CvrCheck) =>
  z.object({
    cvr: cvr(isCvr),
    navn: z.string().trim().min(1),
    paaVegneAf: z.array(cvr(isCvr)).default([]),
  });

const master = z.object({
  id: id.refine(value => /^[1-9]\d{0,8}$/.test(value), 'Must be a whole number from 1 on.'),
  titel: z.string().trim().min(1),
  publiceringsdato: moment.nullish(),
  afpubliceringsdato: moment.nullish(),
});

/**
 * The portal file: what an operator tells the service about the portal that it works for. Unknown keys are ignored.
 *
 * The checks across fields run on invalid files too, so that all problems are reported at once.
 */
export const portalSchema = (isCvr: CvrCheck) =>
  z
    .object({
      portal: portal.optional(),
      apps: z.array(app).default([]),
      myndigheder: z.array(authority(isCvr)).default([]),
      leverandoerer: z.array(supplier(isCvr)).default([]),
      formularmastre: z.array(master).default([]),
      /** How many companies a deadline to all of them reaches. */
      antalVirksomheder: z.int().min(0).default(0),
    })
    .superRefine(
      (file, context) => {
        for (const [list, keys] of Object.entries(uniqueKeys)) {
          for (const key of keys) requireUnique(file[list as keyof typeof uniqueKeys], list, key, context);
        }
      },
      {when: isObject},
    );

export type PortalFile = z.output<ReturnType<typeof portalSchema>>;

/** The keys of each list that no two items may have in common. */
const uniqueKeys = {
  apps: ['navn'],
  myndigheder: ['myndighedsid', 'forkortelse', 'cvr', 'kommunekode'],
  leverandoerer: ['cvr'],
  formularmastre: ['id'],
} as const;

/** @param items May be anything: they are as far as the file is valid. */
function requireUnique(items: unknown, list: string, key: string, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [place, item] of (Array.isArray(items) ? (items as unknown[]) : []).entries()) {
    const value = (item as Record<string, unknown> | null | undefined)?.[key];
    if (typeof value !== 'string') continue;
    if (seen.has(value)) {
      context.addIssue({code: 'custom', path: [list, place, key], message: `"${value}" is used twice.`});
    }
    seen.add(value);
  }
}

/** Whether a check across the fields of an object can look at them, whatever is wrong with each. */
function isObject({value}: {value: unknown}): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
