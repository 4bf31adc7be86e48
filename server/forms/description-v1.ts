import type {Description, Parameter} from '../openapi/operation.ts';
import {changedSince, idempotencyKey, ifMatch} from '../openapi/parameters.ts';
import {emptyPortal} from '../portal/portal.ts';
import {variantV1} from './answers.ts';
import {ownId} from './fields-common.ts';
import {changesV1, fieldsV1} from './fields-v1.ts';

const fields = fieldsV1(emptyPortal);
const all = '/dia/1/formular';
/** One address, though what stands there is the registry's id in a GET and the supplier's in the others. */
const one = `${all}/{id}`;

const egetId: Parameter = {
  name: 'id',
  in: 'path',
  meaning: 'The `egetId` of the variant.',
  schema: ownId,
  example: 'jord-7',
};

const forSuppliers = {403: 'The caller is neither a supplier nor an authority of the portal.'};
const forStoring = {
  403: 'The caller is neither a supplier nor an authority of the portal, or stores as much as it may.',
};

/** Interface A. */
export const descriptionV1: Description = {
  tag: 'Form variants, version 1',
  meaning:
    'Interface A: variants of municipal forms, for suppliers and authorities of the portal. A variant belongs to the CVR number of ' +
    'the client certificate.',
  schemas: {
    FormularV1: fields,
    FormularV1Aendring: changesV1(emptyPortal),
    FormularV1Laest: variantV1,
  },
  operations: [
    {
      id: 'opretFormularV1',
      method: 'post',
      path: all,
      summary: 'Create a form variant',
      description:
        'Adds a variant to the registry under its `egetId`, which must be new for the caller. A variant that was marked as deleted can be ' +
        'created again. A request that is sent again with the same `Idempotency-Key` creates the variant once. The message of the response ends with the registry id (dia-id).',
      caller: 'certificate',
      parameters: [idempotencyKey],
      body: {
        schema: 'FormularV1',
        example: {
          masterId: 30272,
          egetId: 'jord-7',
          titel: 'Anmeld jordflytning',
          kortBeskrivelse: 'Anmeld flytning af <b>forurenet</b> jord.',
          valgteMyndigheder: [760, '492'],
          formularType: 'integration-ekstern-link',
          urlProd: 'https://jord.example.dk/',
          kraeverSSO: true,
          publiceringsdato: '2015-12-14T12:59:00+0100',
        },
      },
      answer: {
        status: 201,
        meaning: 'The variant was created; its registry id is in the message.',
        headers: ['Location'],
        schema: 'Besked',
        example: {status: 'Created', code: 201, message: 'The form variant was created: 30272.1'},
      },
      refusals: {
        400: 'The body is not valid JSON, a field has the wrong type, or the caller already has a variant with that `egetId`.',
        ...forStoring,
      },
    },
    {
      id: 'hentFormularV1',
      method: 'get',
      path: one,
      summary: 'Read a form variant',
      description:
        'Returns a variant by its registry id. Callers read their own variants, and those of others while they are published.',
      caller: 'certificate',
      parameters: [
        {
          ...egetId,
          meaning: 'Registry id (dia-id) of the variant.',
          schema: variantV1.shape.diaId,
          example: '30272.1',
        },
      ],
      answer: {
        status: 200,
        meaning: 'The variant with the authorities that show it.',
        headers: ['ETag'],
        schema: 'FormularV1Laest',
        example: {
          diaId: '30272.1',
          name: 'Anmeld jordflytning',
          afpubliceretPaaProduktion: false,
          publiceretPaaProduktion: true,
          publiceringsdato: '2015-12-14T12:59:00+0100',
          formulartype: 'integration-ekstern-link',
          leverandoer: 'KMD A/S',
          loesningsmetode: null,
          permalink: 'Anmeld_jordflytning',
          udstillere: [
            {
              myndighedsid: '870',
              myndighedsforkortelse: 'Ringkoebing-Skjern',
              myndighedsnavn: 'Ringkøbing-Skjern Kommune',
              cvr: '29189609',
              myndighedstype: 'kommune',
              kommunekode: '760',
              formUrl:
                'https://portal.example.dk/myndigheder/kommuner/Ringkoebing-Skjern/Anmeld_jordflytning',
              kraeverSSO: true,
              loesningsUrl:
                'https://portal.example.dk/nemlogin/login?f=/integration/Ringkoebing-Skjern/Anmeld_jordflytning',
            },
          ],
        },
      },
      refusals: {
        ...forSuppliers,
        404: 'There is no variant with that dia-id, or another caller has it and it is not published.',
      },
    },
    {
      id: 'retFormularV1',
      method: 'put',
      path: one,
      summary: 'Update a form variant',
      description:
        'Changes the fields that the body names. An omitted field stays as it is, and null clears an optional one.',
      caller: 'certificate',
      parameters: [egetId, ifMatch],
      body: {schema: 'FormularV1Aendring', example: {titel: 'Anmeld flytning af jord', hjaelp: null}},
      answer: {
        status: 201,
        meaning: 'The variant was updated.',
        schema: 'Besked',
        example: {status: 'Created', code: 201, message: 'The form variant was updated: 30272.1'},
      },
      refusals: {
        400: 'The body is not valid JSON, a field has the wrong type, or the variant belongs to version 2.',
        ...forStoring,
        404: 'The caller has no variant with that `egetId`.',
        ...changedSince,
      },
    },
    {
      id: 'sletFormularV1',
      method: 'delete',
      path: one,
      summary: 'Mark a form variant as deleted',
      description:
        'Unpublishes the variant. The registry keeps it: a POST with the same `egetId` brings it back.',
      caller: 'certificate',
      parameters: [egetId, ifMatch],
      answer: {
        status: 200,
        meaning: 'The variant was marked as deleted.',
        schema: 'Besked',
        example: {status: 'OK', code: 200, message: 'The form variant was marked as deleted: jord-7'},
      },
      refusals: {...forSuppliers, 404: 'The caller has no variant with that `egetId`.', ...changedSince},
    },
  ],
};
