import {z} from 'zod';

import {cvrForm} from '../identity/cvr.ts';
import {datePattern} from '../time/dates.ts';

const text = (meaning: string) => z.string().describe(meaning);
const cvr = (meaning: string) => text(meaning).meta({pattern: cvrForm.source});
const flag = (meaning: string) => z.boolean().describe(meaning);

/** A deadline in a list (interface C). */
export const fristItem = z.object({
  fristId: z.int().min(1).describe('Fristens nummer, som tjenesten har givet den.'),
  afsenderCvr: cvr('Myndighedens CVR-nummer.'),
  afsenderNavn: text('Myndighedens navn.'),
  fristDato: text('Dagen, fristen falder på, `dd-MM-yyyy`.').meta({pattern: datePattern.source}),
  overskrift: text('Fristens overskrift.'),
  beskrivelse: text('Hvad fristen gælder: myndighedens HTML, som den blev leveret.'),
});

/** The answer to a POST. */
export const createdFrist = fristItem.extend({
  antalModtagere: z.int().min(0).describe('Hvor mange virksomheder der fik fristen.'),
});

/** The answer to a GET of one. */
export const singleFrist = fristItem.extend({
  modtagere: text('Virksomhedernes CVR-numre, med komma imellem; tom: alle.'),
});

/** The answer to a PUT. */
export const updatedFrist = singleFrist.extend({
  isLaest: flag('Altid false: en ændret frist er ulæst igen.'),
  isSlettet: flag('Altid false: en ændret frist er ikke skjult længere.'),
});

/** A company's deadline (interface E). */
export const companyFristItem = fristItem.extend({
  isLaest: flag('Om virksomheden har læst den.'),
  isSlettet: flag('Om virksomheden har skjult den.'),
});

/** Where calendar programs find a company's deadlines. */
export const subscriptionSchema = z.object({
  url: z.url().describe('Den hemmelige adresse på kalenderen.'),
});

export type FristItem = z.infer<typeof fristItem>;
export type CreatedFrist = z.infer<typeof createdFrist>;
export type SingleFrist = z.infer<typeof singleFrist>;
export type UpdatedFrist = z.infer<typeof updatedFrist>;
export type CompanyFristItem = z.infer<typeof companyFristItem>;
