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
  meaning: 'Number of the deadline.',
  schema: fristItem.shape.fristId,
  example: 1,
};

const forAuthorities = {403: 'The caller is not an authority of the portal.'};
const forStoring = {
  403: 'The caller is not an authority of the portal, `afsenderCvr` is not its CVR number, or it stores as much as it may.',
};
const unknown = {404: 'The authority has no deadline with that number.'};

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
  tag: 'Deadlines of an authority',
  meaning:
    'Interface C: the deadlines that an authority delivers to the calendars of companies. An authority reads and changes only its own.',
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
      summary: 'Deliver a deadline',
      description:
        'Adds a deadline to the calendars of the companies in `modtagere`, or of all companies. A request that is sent again with the same ' +
        '`Idempotency-Key` delivers once.',
      caller: 'certificate',
      parameters: [idempotencyKey],
      body: {schema: 'Frist', example: written},
      answer: {
        status: 201,
        meaning: 'The new deadline.',
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
      summary: 'List the deadlines of the authority',
      description: 'Returns all deadlines of the calling authority in the order of their first delivery.',
      caller: 'certificate',
      answer: {
        status: 200,
        meaning: 'The deadlines; an empty list if there are none.',
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
      summary: 'Read a deadline',
      description: 'Returns one deadline of the calling authority with its recipients.',
      caller: 'certificate',
      parameters: [id],
      answer: {
        status: 200,
        meaning: 'The deadline with its recipients.',
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
      summary: 'Update a deadline',
      description:
        'Replaces the deadline and its recipients. A new date, title or description makes the deadline unread and visible again for every ' +
        'company.',
      caller: 'certificate',
      parameters: [id, ifMatch],
      body: {schema: 'Frist', example: {...written, overskrift: 'Moms for 2. kvartal, rettet'}},
      answer: {
        status: 200,
        meaning: 'The updated deadline.',
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
      summary: 'Withdraw a deadline',
      description:
        'Removes the deadline from the calendars of all companies. Calendar feeds show it as cancelled.',
      caller: 'certificate',
      parameters: [id, ifMatch],
      answer: {
        status: 200,
        meaning: 'The deadline was withdrawn.',
        schema: 'Kvittering',
        example: {status: 'OK', code: 200},
      },
      refusals: {...forAuthorities, ...unknown, ...changedSince},
    },
  ],
};
