import {z} from 'zod';

import {bounds} from '../limits/bounds.ts';
import type {Key} from '../store/store.ts';

/*
 * What documents of this feature look like in a backup, whichever version wrote them: what readers and `tavle repair` rely on.
 * Further keys may be there.
 */

const number = z.int().min(1).max(bounds.maxNumber);

const frist = z.looseObject({
  afsenderCvr: z.string(),
  afsenderNavn: z.string().optional(),
  fristDato: z.iso.date(),
  overskrift: z.string(),
  beskrivelse: z.string(),
  antal: z.int().min(1).nullable(),
  delivery: z.string().regex(/^[\w.-]{1,100}$/),
  revision: z.int().min(0),
  aendret: z.iso.datetime(),
  slettet: z.iso.datetime().optional(),
});

const recipients = z.array(z.string().regex(/^\d{8}$/)).min(1);

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

function isNumber(text = ''): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && Number(text) <= bounds.maxNumber;
}
