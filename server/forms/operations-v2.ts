/* Interface B, in which suppliers store form variants, for the table of `interfaces.ts`. The manual contains the
 * texts of `operations`: run `npm run docs` after a change. `fields-v2.ts` has the fields of bodies, and
 * `representations.ts` those of responses. The portal has published the interface: its paths, keys and status codes
 * must not change. */

import {z} from 'zod';

import {noteChange} from '../http/audit.ts';
import {tagsOf} from '../http/etag.ts';
import {created, list} from '../http/reply.ts';
import {Problem, statusBody} from '../problem.ts';
import {hasCvrForm} from '../identity/cvr.ts';
import {bounds} from '../bounds.ts';
import {changedFields} from '../logs/audit-line.ts';
import {type Interface, operationsFor} from '../operations/operation.ts';
import {cvrInPath} from '../operations/parameters.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {parseVariantV2} from './parse-variant.ts';
import {bodyV2} from './fields-v2.ts';
import {
  deletion,
  type FormServices,
  variantName,
  ownIdInPath,
  requireVariant,
  pageNote,
  versionTag,
  withTexts,
} from './operations-common.ts';
import {addressV2, itemV2, receiptV2, toItemV2, toPage, toV2, variantV2} from './representations.ts';
import type {Variant} from './variant.ts';

const newVariant = bodyV2(emptyPortal).meta({id: 'FormularV2Ny'});
const changedVariant = newVariant.partial().meta({id: 'FormularV2Aendring'});
const writtenVariant = z.union([newVariant, changedVariant]).meta({id: 'FormularV2'});
const listV2 = z.array(itemV2).meta({id: 'FormularV2Liste'});
const listPath = '/dia/2/formular/{cvr}';
const itemPath = `${listPath}/{egetId}`;

const cvr = cvrInPath('CVR number of the supplier.', '26911745');
const egetId = ownIdInPath('egetId', "The supplier's own id of the variant.", 'moms-1');

const notForThatSupplier = {
  403: 'The client certificate is neither of that supplier nor of one that may act for it, or the portal file does not list its CVR number.',
};
const forStoring = {403: `${notForThatSupplier[403]} Or the storage quota of the supplier is used up.`};
const unknown = {404: 'The supplier has no variant with that `egetId`.'};

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

const page = {
  permalink: 'Indberet_moms',
  formUrl: 'https://portal.example.dk/myndigheder/stat/SKST/Indberet_moms',
};

const operation = operationsFor<FormServices, string>();

/** Interface B, which `docs/reference/api-forms-2.md` documents. Its party is the CVR number of the supplier in the path. */
export const formInterfaceV2: Interface<'certificate', FormServices, string> = {
  letter: 'B',
  caller: 'certificate',
  changeOf: ({cvr = '', egetId}) => ({onBehalfOf: hasCvrForm(cvr) ? cvr : undefined, id: egetId}),
  authorise(caller, {cvr = ''}, {portal}) {
    const {suppliers, authorities} = portal();
    const own = caller === cvr && (suppliers.has(cvr) || authorities.has(cvr));
    if (own || suppliers.get(caller)?.paaVegneAf.includes(cvr)) return cvr;
    throw new Problem(
      403,
      'Your certificate is not for the supplier in the URL, nor for one that may act for it, or the portal does not list you.',
    );
  },
  tag: 'Form variants, version 2',
  description:
    'Interface B: variants of state forms, for suppliers and authorities of the portal: the one in the URL, and those that may act for it.',
  operations: [
    operation('hentFormularerV2', 'get', listPath, {
      summary: 'List the form variants of a supplier',
      description:
        'Returns all variants of the supplier that are not deleted, also those of Municipal forms (A), sorted by `egetId`.',
      parameters: [cvr],
      response: {
        description: 'The variants.',
        schema: listV2,
        example: [
          {
            ...{titel: 'Indberet moms', diaId: '0.1', egetId: 'moms-1'},
            ...{path: '/dia/2/formular/26911745/moms-1', ...page},
          },
        ],
      },
      refusals: notForThatSupplier,
      handle: ({party}, {registry, portal}) =>
        list({
          pages: () => registry.list(party),
          versions: () => registry.versions(party),
          basis: portal().digest,
          toText: head => JSON.stringify(toItemV2(head, portal())),
        }),
    }),
    operation('hentFormularV2', 'get', itemPath, {
      summary: 'Read a form variant',
      description:
        'Returns all fields of one variant. Fields that were never written have their default, usually null.',
      parameters: [cvr, egetId],
      response: {
        description: 'The variant.',
        schema: variantV2,
        example: {
          ...Object.fromEntries(Object.keys(variantV2.shape).map(name => [name, null])),
          ...example,
          forventetIdriftSat: undefined,
          diaId: '0.1',
          ...page,
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
      async handle({party, params: {egetId = ''}}, {registry, portal}) {
        const head = requireVariant(await registry.getHead(variantName(party, egetId)));
        const show = (variant: Variant) => ({value: toV2(variant, portal())});
        return withTexts(registry, head, show, versionTag('B', head, portal()));
      },
    }),
    operation('skrivFormularV2', 'put', itemPath, {
      summary: 'Create or update a form variant',
      description:
        'Creates the variant, or changes the fields that the body names. In an update, an omitted field stays as it is, and null clears an ' +
        'optional one. An update of a variant of version 1 turns it into one of version 2.',
      parameters: [cvr, egetId],
      conditional: 'createOrChange',
      body: {schema: writtenVariant, maxBytes: bounds.maxVariantBytes, example, isCheckedByHandler: true},
      response: {
        status: 201,
        description:
          'The variant was created or updated, as the message says. `Location` is only in the response to a creation.',
        headers: ['Location'],
        schema: receiptV2,
        example: {
          status: 'Created',
          code: 201,
          message: 'The form variant was created: moms-1',
          diaId: '0.1',
          ...page,
        },
      },
      refusals: forStoring,
      async handle(
        {context, party, params: {egetId = ''}, body, requireMatch},
        {registry, portal, publicUrl},
      ) {
        const name = variantName(party, egetId);
        const {before, variant} = await registry.put(name, current => {
          const representation = shown(current, portal());
          const exists = current !== undefined && !current.deleted;
          requireMatch(exists, () => tagsOf(representation));
          return parseVariantV2(body, name.egetId, current, portal(), representation);
        });
        const isNew = !before || before.deleted;
        noteChange(context, isNew ? {isNew} : {changed: changedFields(before.fields, variant.fields)});
        const message = `The form variant was ${isNew ? 'created' : 'updated'}${pageNote(variant, portal())}: ${name.egetId}`;
        const kvittering = {...statusBody(201, message), diaId: variant.diaId, ...toPage(variant, portal())};
        return created(kvittering, isNew ? `${publicUrl}${addressV2(name)}` : undefined);
      },
    }),
    operation('sletFormularV2', 'delete', itemPath, {
      ...deletion('PUT', 'moms-1', toV2),
      parameters: [cvr, egetId],
      refusals: {...notForThatSupplier, ...unknown},
    }),
  ],
};

function shown(variant: Variant | undefined, portal: Portal) {
  return variant && !variant.deleted ? toV2(variant, portal) : undefined;
}
