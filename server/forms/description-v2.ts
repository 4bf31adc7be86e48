import {z} from 'zod';

import type {Description, Parameter} from '../openapi/operation.ts';
import {changedOrThere, changedSince, cvrInPath, ifMatch, ifNew} from '../openapi/parameters.ts';
import {emptyPortal} from '../portal/portal.ts';
import {itemV2, receiptV2, variantV2} from './answers.ts';
import {ownId} from './fields-common.ts';
import {bodyV2} from './fields-v2.ts';

const created = bodyV2(emptyPortal);
const changed = created.partial();
const all = '/dia/2/formular/{cvr}';
const one = `${all}/{egetId}`;

const cvr = cvrInPath('Leverandørens CVR-nummer.', '26911745');
const egetId: Parameter = {
  name: 'egetId',
  in: 'path',
  meaning: 'Leverandørens egen nøgle til varianten.',
  schema: ownId,
  example: 'moms-1',
};

const notForThatSupplier = {403: 'Certifikatet taler ikke for den leverandør.'};
const forStoring = {403: `${notForThatSupplier[403]} Eller leverandøren gemmer så meget, som den må.`};
const unknown = {404: 'Ingen variant med det egetId.'};

const example = {
  udstillere: 'SKST',
  titel: 'Indberet moms',
  kortBeskrivelse: 'Indberet momsen for en periode.',
  trin: 'Vælg periode\nSkriv tallene\nSend',
  urlTilLovstof: [{titel: 'Momsloven', url: 'https://www.retsinformation.dk/'}],
  skabelon: 2,
  formularType: 'integration-ekstern-link',
  urlProd: 'https://moms.example.dk/',
  publiceringsdato: '2020-01-01',
  aarligeBlanketter: 1200,
  obligatoriskDigital: true,
  forventetDigital: 2,
  forventetIdriftSat: 2,
  forventetTilgaengelig: 2,
  forventetIntegreret: 7,
};

/** Interface B. */
export const descriptionV2: Description = {
  tag: 'Formularvarianter, version 2',
  meaning: 'En leverandørs varianter af statslige formularer.',
  schemas: {
    FormularV2Ny: created,
    FormularV2Aendring: changed,
    FormularV2: z.union([created, changed]),
    FormularV2Laest: variantV2,
    FormularV2Liste: z.array(itemV2),
    FormularV2Kvittering: receiptV2,
  },
  operations: [
    {
      id: 'hentFormularerV2',
      method: 'get',
      path: all,
      summary: 'Hent leverandørens formularvarianter',
      caller: 'certificate',
      parameters: [cvr],
      answer: {
        status: 200,
        meaning: 'Varianterne, også dem fra version 1.',
        headers: ['ETag'],
        schema: 'FormularV2Liste',
        example: [
          {titel: 'Indberet moms', diaId: '0.1', egetId: 'moms-1', path: '/dia/2/formular/26911745/moms-1'},
        ],
      },
      refusals: notForThatSupplier,
    },
    {
      id: 'hentFormularV2',
      method: 'get',
      path: one,
      summary: 'Hent en formularvariant',
      caller: 'certificate',
      parameters: [cvr, egetId],
      answer: {
        status: 200,
        meaning: 'Varianten; hvad der ikke er skrevet, er null.',
        headers: ['ETag'],
        schema: 'FormularV2Laest',
        example: {
          ...Object.fromEntries(Object.keys(variantV2.shape).map(name => [name, null])),
          ...example,
          forventetIdriftSat: undefined,
          diaId: '0.1',
          alternativeTitler: [],
          skabelon: '2',
          kraeverSSO: false,
          publiceringsdato: '2020-01-01T00:00:00+0100',
          forventetDigital: 'Er sket',
          forventetIdriftsat: 'Er sket',
          forventetTilgaengelig: 'Er sket',
          forventetIntegreret: 'Senere',
        },
      },
      refusals: {...notForThatSupplier, ...unknown},
    },
    {
      id: 'skrivFormularV2',
      method: 'put',
      path: one,
      summary: 'Opret eller ret en formularvariant: et udeladt felt bliver, som det er, og null tømmer det',
      caller: 'certificate',
      parameters: [cvr, egetId, ifMatch, ifNew],
      body: {schema: 'FormularV2', example},
      answer: {
        status: 201,
        meaning: 'Oprettet eller rettet; det siger beskeden.',
        headers: ['Location'],
        schema: 'FormularV2Kvittering',
        example: {
          status: 'Created',
          code: 201,
          message: 'The form variant was created: moms-1',
          diaId: '0.1',
        },
      },
      refusals: {...forStoring, ...changedOrThere},
    },
    {
      id: 'sletFormularV2',
      method: 'delete',
      path: one,
      summary: 'Mærk en formularvariant som slettet',
      caller: 'certificate',
      parameters: [cvr, egetId, ifMatch],
      answer: {
        status: 200,
        meaning: 'Mærket som slettet.',
        schema: 'Besked',
        example: {status: 'OK', code: 200, message: 'The form variant was marked as deleted: moms-1'},
      },
      refusals: {...notForThatSupplier, ...unknown, ...changedSince},
    },
  ],
};
