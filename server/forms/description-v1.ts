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
  meaning: 'Variantens egetId.',
  schema: ownId,
  example: 'jord-7',
};

const forSuppliers = {403: 'Hverken en leverandør eller en myndighed på portalen.'};

/** Interface A. */
export const descriptionV1: Description = {
  tag: 'Formularvarianter, version 1',
  meaning:
    'Leverandørens varianter af kommunale formularer. Kun for portalens leverandører og myndigheder. En variant hører til ' +
    'certifikatets CVR-nummer.',
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
      summary: 'Opret en formularvariant',
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
        meaning: 'Oprettet; registrets nummer står i beskeden.',
        headers: ['Location'],
        schema: 'Besked',
        example: {status: 'Created', code: 201, message: 'The form variant was created: 30272.1'},
      },
      refusals: {
        400: 'Ikke forstået, et felt af forkert type, eller egetId er der i forvejen.',
        ...forSuppliers,
      },
    },
    {
      id: 'hentFormularV1',
      method: 'get',
      path: one,
      summary: 'Hent en formularvariant',
      caller: 'certificate',
      parameters: [
        {
          ...egetId,
          meaning: 'Variantens nummer i registret (dia-id).',
          schema: variantV1.shape.diaId,
          example: '30272.1',
        },
      ],
      answer: {
        status: 200,
        meaning: 'Varianten med de myndigheder, der viser den.',
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
        404: 'Ingen variant med det dia-id, eller en andens, der ikke er publiceret.',
      },
    },
    {
      id: 'retFormularV1',
      method: 'put',
      path: one,
      summary: 'Ret en formularvariant: et udeladt felt bliver, som det er, og null tømmer det',
      caller: 'certificate',
      parameters: [egetId, ifMatch],
      body: {schema: 'FormularV1Aendring', example: {titel: 'Anmeld flytning af jord', hjaelp: null}},
      answer: {
        status: 201,
        meaning: 'Rettet.',
        schema: 'Besked',
        example: {status: 'Created', code: 201, message: 'The form variant was updated: 30272.1'},
      },
      refusals: {
        400: 'Ikke forstået, et felt af forkert type, eller varianten hører til version 2.',
        ...forSuppliers,
        404: 'Ingen variant med det egetId.',
        ...changedSince,
      },
    },
    {
      id: 'sletFormularV1',
      method: 'delete',
      path: one,
      summary: 'Mærk en formularvariant som slettet',
      caller: 'certificate',
      parameters: [egetId, ifMatch],
      answer: {
        status: 200,
        meaning: 'Mærket som slettet.',
        schema: 'Besked',
        example: {status: 'OK', code: 200, message: 'The form variant was marked as deleted: jord-7'},
      },
      refusals: {...forSuppliers, 404: 'Ingen variant med det egetId.', ...changedSince},
    },
  ],
};
