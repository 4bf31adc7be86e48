/* The fields of the portal file, for `portal.ts`, the dashboard and the JSON Schema that the service returns. Add a key
 * to `app`, `authority`, `supplier`, `master` or `portalSchema`, as optional, since operators have written portal
 * files. `docs/reference/portal-file.md` documents all keys. Unknown keys must be refused (`closedObject`). */

import {z} from 'zod';

import {closeDirections, isVisible} from '../html/visible-text.ts';
import {baseUrl, isWebAddress, refuseValue} from '../http/fields.ts';
import type {CvrCheck} from '../identity/cvr.ts';
import {nearest} from '../nearest.ts';
import {datetimeFormat, parseDatetime} from '../time/datetime.ts';

/** The states of an app on a dashboard: values of interface D and of stored documents. */
export const appStates = ['hidden', 'active', 'deactive'] as const;
export type AppState = (typeof appStates)[number];

/** The same as in `client/shared/property-values.ts`. */
export const appNamePattern = /^[\w.-]{1,100}$/;

export const authorityTypes = ['stat', 'kommune', 'region'] as const;

/** A whole number, or any text that is not empty. The output is a text. */
const id = z.union(
  [z.int().min(0).transform(String), z.string().min(1)],
  'Must be a whole number or a text.',
);

const empty = 'Must not be empty.';

/** A text in one line, with the rules of texts in requests. No check aborts: an aborted check would prevent those across items. */
const name = z
  .string()
  .trim()
  .refine(text => /^$|[\p{Cc}\p{Cs}]/u.test(text) || isVisible(text), empty)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u, {
    error: ({input}) =>
      input === '' ? empty : 'Must not contain control characters, line breaks or unpaired surrogates.',
  });

const cvr = (isCvr: CvrCheck) => z.string().refine(isCvr, 'Must be a CVR number.');

const moment = z
  .string()
  .transform((text, context) => parseDatetime(text) ?? refuseValue(context, `Must be ${datetimeFormat}.`));

/** Returns the schema of an object without other keys: otherwise, a misspelt key would be ignored. */
function closedObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape);
  const describeKey = (key: string) => {
    const similar = nearest(key, known);
    return `${JSON.stringify(key)}${similar === undefined ? '' : ` (did you mean "${similar}"?)`}`;
  };
  return z.strictObject(shape, {
    error: ({code, keys}) =>
      code === 'unrecognized_keys'
        ? `Has keys that are not known: ${keys.map(describeKey).join(', ')}.`
        : undefined,
  });
}

const placeholder = /\{(?:fristId|cvr)\}/g;

/** The URL of a deadline on the portal. The output is normalized (WHATWG URL), so it is in ASCII. */
const calendarUrl = z
  .string()
  .refine(
    text => isWebAddress(text.replace(placeholder, '1')) && !/[{}]/.test(text.replace(placeholder, '')),
    'Must be an absolute http or https URL, with no other placeholders than {fristId} and {cvr}.',
  )
  .transform(text => (URL.canParse(text) ? new URL(text).href.replace(/%7B(fristId|cvr)%7D/g, '{$1}') : text))
  .meta({format: 'uri-template', pattern: '^[Hh][Tt][Tt][Pp][Ss]?:[/]{2}'});

const portal = closedObject({navn: name.optional(), url: baseUrl, kalenderUrl: calendarUrl.optional()});

/** An app of dashboards, with its initial state. A locked app keeps that state. */
const app = closedObject({
  navn: z.string().regex(appNamePattern, 'Must be 1 to 100 letters (a-z, A-Z), digits and . _ - only.'),
  tilstand: z.enum(appStates),
  laast: z.boolean().default(false),
});

const oneWord = 'Must be one word without "," or "/", and not "." or "..".';

/** An authority, which may deliver deadlines and exhibit forms. */
const authority = (isCvr: CvrCheck) =>
  closedObject({
    myndighedsid: id,
    forkortelse: z
      .string()
      .normalize()
      .regex(/^[^\s,/\p{C}]+$/u, oneWord)
      // Browsers remove these two from the path of a URL.
      .refine(text => text !== '.' && text !== '..', oneWord),
    navn: name.overwrite(closeDirections),
    cvr: cvr(isCvr),
    type: z.enum(authorityTypes),
    kommunekode: z
      .string()
      .regex(/^\d{3}$/, 'Must be three digits.')
      .optional(),
  }).superRefine(
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

/** A supplier of forms, and the organisations that it may act for. */
const supplier = (isCvr: CvrCheck) =>
  closedObject({cvr: cvr(isCvr), navn: name, paaVegneAf: z.array(cvr(isCvr)).default([])});

const master = closedObject({
  id: id.refine(value => /^[1-9]\d{0,8}$/.test(value), 'Must be a whole number from 1 on.'),
  titel: name,
  publiceringsdato: moment.nullish(),
  afpubliceringsdato: moment.nullish(),
});

/** Returns the schema of a list. No two items may have the same value of one of the `uniqueKeys`. */
const listOf = <Item extends z.ZodType>(item: Item, ...uniqueKeys: readonly string[]) =>
  z
    .array(item)
    .superRefine(
      (items, context) => {
        for (const key of uniqueKeys) {
          const seen = new Set<unknown>();
          for (const [place, each] of items.entries()) {
            const value = (each as Record<string, unknown> | null | undefined)?.[key];
            if (typeof value === 'string' && seen.has(value))
              context.addIssue({code: 'custom', path: [place, key], message: `"${value}" is used twice.`});
            seen.add(value);
          }
        }
      },
      {when: ({value}) => Array.isArray(value)},
    )
    .default([]);

/**
 * The portal file, which operators write: `docs/reference/portal-file.md` documents the keys, and `/schema/portal.json` is derived from this
 * schema. The checks across fields and items also run on invalid files, to report all problems at once.
 */
export const portalSchema = (isCvr: CvrCheck) =>
  closedObject({
    /** For text editors. */
    $schema: z.string().optional(),
    portal: portal.optional(),
    apps: listOf(app, 'navn'),
    myndigheder: listOf(authority(isCvr), 'myndighedsid', 'forkortelse', 'cvr', 'kommunekode'),
    leverandoerer: listOf(supplier(isCvr), 'cvr'),
    formularmastre: listOf(master, 'id'),
    /** The number of companies that a deadline to all reaches. */
    antalVirksomheder: z.int().min(0).default(0),
  });

export type PortalFile = z.output<ReturnType<typeof portalSchema>>;

/** Returns whether the value is an object: then checks across its fields can run, even if some fields are invalid. */
function isObject({value}: {value: unknown}): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
