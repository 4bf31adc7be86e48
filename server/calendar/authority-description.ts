import {z} from 'zod';

import type {Description, Parameter} from '../openapi/operation.ts';
import {changedSince, idempotencyKey, ifMatch} from '../openapi/parameters.ts';
import {createdFrist, fristItem, singleFrist, updatedFrist} from './answers.ts';
import {fristSchema} from './authority-schema.ts';

const all = '/calendar/1/frister';
const one = `${all}/{id}`;

const id: Parameter = {
  name: 'id',
  in: 'path',
  meaning: 'Fristens nummer.',
  schema: fristItem.shape.fristId,
  example: 1,
};

const forAuthorities = {403: 'Ikke en myndighed på portalen, eller en andens CVR-nummer i afsenderCvr.'};
const forStoring = {403: `${forAuthorities[403]} Eller myndigheden gemmer så meget, som den må.`};
const unknown = {404: 'Myndigheden har ingen frist med det nummer.'};

const written = {
  overskrift: 'Moms for 2. kvartal',
  beskrivelse: '<p>Indberet og betal <b>moms</b>.</p>',
  fristDato: '01-09-2099',
  modtagere: '12345674,44556677',
};
const item = {
  fristId: 1,
  afsenderCvr: '19552101',
  afsenderNavn: 'Skattestyrelsen',
  fristDato: written.fristDato,
  overskrift: written.overskrift,
  beskrivelse: written.beskrivelse,
};

/** Interface C. */
export const authorityDescription: Description = {
  tag: 'Frister',
  meaning: 'De frister, en myndighed leverer til virksomheders kalendere. Kun myndighedens egne.',
  schemas: {
    Frist: fristSchema({today: ''}),
    FristOprettet: createdFrist,
    FristLaest: singleFrist,
    FristRettet: updatedFrist,
    FristListe: z.array(fristItem),
  },
  operations: [
    {
      id: 'opretFrist',
      method: 'post',
      path: all,
      summary: 'Lever en frist',
      caller: 'certificate',
      parameters: [idempotencyKey],
      body: {schema: 'Frist', example: written},
      answer: {
        status: 201,
        meaning: 'Den nye frist.',
        headers: ['Location'],
        schema: 'FristOprettet',
        example: {...item, antalModtagere: 2},
      },
      refusals: forStoring,
    },
    {
      id: 'hentFrister',
      method: 'get',
      path: all,
      summary: 'Hent myndighedens frister, i den rækkefølge, de blev leveret',
      caller: 'certificate',
      answer: {
        status: 200,
        meaning: 'Fristerne; tom liste, hvis der ingen er.',
        headers: ['ETag'],
        schema: 'FristListe',
        example: [item],
      },
      refusals: forAuthorities,
    },
    {
      id: 'hentFrist',
      method: 'get',
      path: one,
      summary: 'Hent en frist',
      caller: 'certificate',
      parameters: [id],
      answer: {
        status: 200,
        meaning: 'Fristen med sine modtagere.',
        headers: ['ETag'],
        schema: 'FristLaest',
        example: {...item, modtagere: written.modtagere},
      },
      refusals: {...forAuthorities, ...unknown},
    },
    {
      id: 'retFrist',
      method: 'put',
      path: one,
      summary: 'Ret en frist; den er derefter ulæst og synlig igen hos alle',
      caller: 'certificate',
      parameters: [id, ifMatch],
      body: {schema: 'Frist', example: {...written, overskrift: 'Moms for 2. kvartal, rettet'}},
      answer: {
        status: 200,
        meaning: 'Den rettede frist.',
        schema: 'FristRettet',
        example: {
          ...item,
          overskrift: 'Moms for 2. kvartal, rettet',
          modtagere: written.modtagere,
          isLaest: false,
          isSlettet: false,
        },
      },
      refusals: {...forStoring, ...unknown, ...changedSince},
    },
    {
      id: 'sletFrist',
      method: 'delete',
      path: one,
      summary: 'Træk en frist tilbage',
      caller: 'certificate',
      parameters: [id, ifMatch],
      answer: {
        status: 200,
        meaning: 'Trukket tilbage.',
        schema: 'Kvittering',
        example: {status: 'OK', code: 200},
      },
      refusals: {...forAuthorities, ...unknown, ...changedSince},
    },
  ],
};
