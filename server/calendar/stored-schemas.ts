import {z} from 'zod';

import {bounds} from '../limits/bounds.ts';
import type {Key} from '../store/store.ts';

/*
 * What documents of this feature look like in a store and in a backup, whichever version wrote them: what readers and `tavle repair` rely on.
 * Further keys may be there. Each read checks them, so they must be cheap.
 */

const number = z.int().min(1).max(bounds.maxNumber);

const frist = z.looseObject({
  afsenderCvr: z.string(),
  afsenderNavn: z.string().optional(),
  fristDato: z.iso.date(),
  overskrift: z.string(),
  beskrivelse: z.string(),
  plainText: z.string().optional(),
  antal: z.int().min(1).nullable(),
  delivery: z.string().regex(/^[\w.-]{1,100}$/),
  revision: z.int().min(0),
  aendret: z.iso.datetime(),
  slettet: z.iso.datetime().optional(),
});

/** There may be a million. */
const recipients = z.custom<string[]>(
  value => Array.isArray(value) && value.length > 0 && value.every(isCvr),
  {error: 'is not a list of CVR numbers'},
);

const mark = z.looseObject({revision: z.int().min(0), isLaest: z.boolean(), isSlettet: z.boolean()});

const claim = z.looseObject({id: number, record: frist, fingerprint: z.string()});

/** A digest or a CVR number, or an object that holds it. */
const subscription = z.union([z.string(), z.looseObject({})]);

/** No value is right under a key that can't be. */
const nothing = (message: string) => z.never({error: message});

export function calendarSchemaOf([kind, owner, part, name]: Key): z.ZodType | undefined {
  if (kind === 'frist') {
    if (!isNumber(owner)) return nothing('is not a number that the service can have given');
    return part === 'modtagere' ? recipients : part === undefined ? frist : undefined;
  }
  if (kind === 'virksomhed' && part === 'maerke')
    return isNumber(name) ? mark : nothing('is not a number that the service can have given');
  if (kind === 'virksomhed' && part === 'abonnement') return subscription;
  if (kind === 'abonnement') return subscription;
  return kind === 'myndighed' && part === 'idempotens' ? claim : undefined;
}

function isCvr(value: unknown): boolean {
  return typeof value === 'string' && /^\d{8}$/.test(value);
}

function isNumber(text = ''): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= bounds.maxNumber;
}
