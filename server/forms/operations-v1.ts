/* Interface A, in which suppliers store form variants, for the table of `interfaces.ts`. The manual contains the
 * texts of `operations`: run `npm run docs` after a change. `fields-v1.ts` has the fields of bodies, and
 * `representations.ts` those of responses. The portal has published the interface: its paths, keys and status codes
 * must not change. */

import {noteChange} from '../http/audit.ts';
import {tagsOf} from '../http/etag.ts';
import {created} from '../http/reply.ts';
import {messageBodySchema, Problem, statusBody} from '../problem.ts';
import {bounds} from '../bounds.ts';
import {changedFields} from '../logs/audit-line.ts';
import {type Interface, operationsFor} from '../operations/operation.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {parseChangedVariantV1, parseNewVariantV1} from './parse-variant.ts';
import {changesV1, fieldsV1} from './fields-v1.ts';
import {toV1, variantV1} from './representations.ts';
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
import {isPublished, type Variant} from './variant.ts';

const newVariant = fieldsV1(emptyPortal).meta({id: 'FormularV1'});
const changedVariant = changesV1(emptyPortal).meta({id: 'FormularV1Aendring'});
const listPath = '/dia/1/formular';
/** One path, although `id` is the registry's id in a GET and the supplier's id in the other operations. */
const itemPath = `${listPath}/{id}`;

const egetId = ownIdInPath('id', 'The `egetId` of the variant.', 'jord-7');

const forSuppliers = {403: 'The caller is neither a supplier nor an authority of the portal.'};
const forStoring = {
  403: 'The caller is neither a supplier nor an authority of the portal, or its storage quota is used up.',
};

const operation = operationsFor<FormServices, string>();

/** Interface A, which `docs/reference/api-forms-1.md` documents. Its party is the CVR number of the supplier or authority. */
export const formInterfaceV1: Interface<'certificate', FormServices, string> = {
  letter: 'A',
  caller: 'certificate',
  changeOf: ({id}) => ({id}),
  authorise(cvr, _, {portal}) {
    const {suppliers, authorities} = portal();
    if (suppliers.has(cvr) || authorities.has(cvr)) return cvr;
    throw new Problem(
      403,
      'Only suppliers and authorities of this portal may use this interface. Ask the portal to add you.',
    );
  },
  tag: 'Form variants, version 1',
  description:
    'Interface A: variants of municipal forms, for suppliers and authorities of the portal. A variant belongs to the CVR number of ' +
    'the client certificate.',
  operations: [
    operation('opretFormularV1', 'post', listPath, {
      summary: 'Create a form variant',
      description:
        'Adds a variant to the registry. Its `egetId` must be new for the caller, or belong to a variant that was marked as deleted. ' +
        'The message of the response ends with the registry id (dia-id).',
      body: {
        schema: newVariant,
        maxBytes: bounds.maxVariantBytes,
        isCheckedByHandler: true,
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
      response: {
        status: 201,
        description: 'The variant was created; its registry id is in the message.',
        headers: ['Location'],
        schema: messageBodySchema,
        example: {status: 'Created', code: 201, message: 'The form variant was created: 30272.1'},
      },
      refusals: {
        400: 'The body is not valid JSON, a field has the wrong type, or the caller already has a variant with that `egetId`.',
        ...forStoring,
      },
      async handle({context, party, body}, {registry, portal, publicUrl}) {
        const {egetId, input} = await parseNewVariantV1(body, portal());
        noteChange(context, {id: egetId});
        const variant = await registry.create({cvr: party, egetId}, input);
        const message = `The form variant was created${pageNote(variant, portal())}: ${variant.diaId}`;
        return created(statusBody(201, message), `${publicUrl}${listPath}/${variant.diaId}`);
      },
    }),
    operation('hentFormularV1', 'get', itemPath, {
      summary: 'Read a form variant',
      description:
        'Returns a variant by its registry id, not by its `egetId`. Callers can read their own variants, and published variants of other callers.',
      parameters: [
        {
          ...egetId,
          description: 'Registry id (dia-id) of the variant.',
          schema: variantV1.shape.diaId,
          example: '30272.1',
        },
      ],
      response: {
        description: 'The variant with the authorities that show it.',
        schema: variantV1,
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
      async handle({party, params: {id = ''}}, {registry, portal}) {
        const now = Date.now();
        const requireReadable = (variant: Variant | undefined): Variant => {
          if (variant && (variant.cvr === party || isPublished(variant, portal(), now))) return variant;
          throw new Problem(404, 'There is no form variant with that dia-id that you may read.');
        };
        const head = requireReadable(await registry.find(id));
        const show = (variant: Variant) => ({value: toV1(requireReadable(variant), portal(), now)});
        return withTexts(
          registry,
          head,
          show,
          versionTag(`A ${isPublished(head, portal(), now)}`, head, portal()),
        );
      },
    }),
    operation('retFormularV1', 'put', itemPath, {
      summary: 'Update a form variant',
      description:
        'Changes the fields that the body names. `{id}` is the `egetId`, not the registry id. An omitted field stays as it is, and null clears an optional one.',
      parameters: [egetId],
      conditional: 'change',
      body: {
        schema: changedVariant,
        maxBytes: bounds.maxVariantBytes,
        isCheckedByHandler: true,
        example: {titel: 'Anmeld flytning af jord', hjaelp: null},
      },
      response: {
        status: 201,
        description: 'The variant was updated.',
        schema: messageBodySchema,
        example: {status: 'Created', code: 201, message: 'The form variant was updated: 30272.1'},
      },
      refusals: {
        400: 'The body is not valid JSON, a field has the wrong type, or the variant belongs to version 2.',
        ...forStoring,
        404: 'The caller has no variant with that `egetId`.',
      },
      async handle({context, party, params: {id = ''}, body, requireMatch}, {registry, portal}) {
        const name = variantName(party, id);
        const {before, variant} = await registry.put(name, current => {
          const stored = requireVariant(current);
          requireMatch(true, () => tagsOf(shown(stored, portal())));
          return parseChangedVariantV1(body, stored, portal());
        });
        if (before) noteChange(context, {changed: changedFields(before.fields, variant.fields)});
        return created(
          statusBody(201, `The form variant was updated${pageNote(variant, portal())}: ${variant.diaId}`),
        );
      },
    }),
    operation('sletFormularV1', 'delete', itemPath, {
      ...deletion('POST', 'jord-7', shown),
      parameters: [egetId],
      refusals: {...forSuppliers, 404: 'The caller has no variant with that `egetId`.'},
    }),
  ],
};

function shown(variant: Variant, portal: Portal) {
  return toV1(variant, portal, Date.now());
}
