/* Interface G, in which the portal's editors list and change form variants, for the table of `interfaces.ts`. Add an
 * operation to `editorialInterface`, and a field that editors may change to `edit` and to `Edit` in `registry.ts`; then
 * run `npm run docs`. Elements and other clients use the present paths, keys and status codes: keep them. */

import {z} from 'zod';

import {bounds} from '../../bounds.ts';
import {noteChange} from '../../http/audit.ts';
import {csv, separators, wantsCsv} from '../../http/csv.ts';
import {tagsOf} from '../../http/etag.ts';
import {boundedText} from '../../http/fields.ts';
import {list, ok} from '../../http/reply.ts';
import {validate} from '../../http/validate.ts';
import {changedFields} from '../../logs/audit-line.ts';
import {type Interface, operationsFor, type UncheckedBody} from '../../operations/operation.ts';
import {inPath} from '../../operations/parameters.ts';
import type {CurrentPortal} from '../../portal/portal.ts';
import {Problem} from '../../problem.ts';
import {datetime} from '../field-kinds.ts';
import {expectations} from '../fields-v2.ts';
import {editorialQuery} from '../public/query.ts';
import {withTexts} from '../operations-common.ts';
import {dateErrors} from '../parse-variant.ts';
import type {Edit, Registry} from '../registry.ts';
import type {Variant} from '../variant.ts';
import type {Editorial} from './editorial.ts';
import {
  columns,
  figuresList,
  listedVariant,
  overview,
  toFigures,
  toListed,
  toOverview,
  toVariant,
  variantPage,
} from './representations.ts';

export interface EditorialServices {
  readonly editorial: Editorial;
  readonly registry: Registry;
  readonly portal: CurrentPortal;
}

const base = '/redaktion/1';
const itemPath = `${base}/formularer/{diaId}`;

const edit = z
  .object({
    soegeord: boundedText(bounds.maxKeywordsLength, /\p{Cc}/u)
      .meta({pattern: '^[^\\x00-\\x1f\\x7f-\\x9f]*$'})
      .nullish()
      .describe('The keywords that the search uses. Null: none.'),
    publiceringsdato: datetime().nullish().describe('When the variant is published. Null: never.'),
    afpubliceringsdato: datetime()
      .nullish()
      .describe('When the variant stops being published. Null: when its form master ends, or never.'),
  })
  .meta({id: 'RedaktionAendring'});

const diaId = inPath('diaId', 'Registry id of the variant.', '0.1', '^\\d+\\.\\d+$');
const notAnEditor = {403: 'The token does not have the role of an editor.'};
const unknown = {404: 'No form variant has that id.'};

const listed = {
  diaId: '0.1',
  titel: 'Indberet moms',
  leverandoer: 'KMD A/S',
  leverandoerCvr: '26911745',
  egetId: 'moms-1',
  udstillere: ['SKST'],
  myndigheder: ['Skattestyrelsen'],
  url: 'https://portal.example.dk/myndigheder/stat/SKST/Indberet_moms',
  tilstand: 'publiceret',
  forslagTilSoegeord: 'afgift, momsangivelse',
  soegeord: 'afgift',
  nyeForslag: true,
  publiceringsdato: '2020-01-01T00:00:00+0100',
  afpubliceringsdato: null,
};

const operation = operationsFor<EditorialServices, string>();

/** Interface G, which `docs/reference/api-editorial.md` documents. Its party is the owner that the editor's token names. */
export const editorialInterface: Interface<'token', EditorialServices, string> = {
  letter: 'G',
  caller: 'token',
  changeOf: ({diaId: id}) => ({id}),
  authorise({owner, isEditor}) {
    if (isEditor) return owner;
    throw new Problem(
      403,
      'Only editors of the portal may use this interface: the token does not name that role.',
    );
  },
  tag: 'Editors',
  description:
    "Interface G: the form variants of all suppliers, for the portal's editors. Editors set the keywords of the search, change the " +
    'dates of publication, and read the key figures.',
  operations: [
    operation('hentRedaktionFormularer', 'get', `${base}/formularer`, {
      summary: 'List the form variants of all suppliers',
      description:
        'Returns the variants that are not deleted, in the order of their last change. A page before the last one can have fewer variants ' +
        'than `antal`, or none.',
      query: editorialQuery,
      response: {
        description: 'The variants.',
        schema: variantPage,
        example: {naeste: null, formularer: [listed]},
      },
      refusals: {400: 'A parameter is invalid.', ...notAnEditor},
      async handle({query}, services) {
        const portal = services.portal();
        const {heads, next} = await services.editorial.list(query);
        return ok({
          naeste: next === undefined ? null : Buffer.from(next).toString('base64url'),
          formularer: heads.map(head => toListed(head, portal)),
        });
      },
    }),
    operation('hentRedaktionFormular', 'get', itemPath, {
      summary: 'Read a form variant as an editor',
      description: 'Returns one variant with all keywords that the supplier suggests.',
      parameters: [diaId],
      response: {description: 'The variant.', schema: listedVariant, example: listed},
      refusals: {...notAnEditor, ...unknown},
      async handle({params}, {registry, portal}) {
        const head = await find(registry, params.diaId);
        return withTexts(registry, head, variant => ({
          value: toVariant(requireFound(variant, params.diaId), portal()),
        }));
      },
    }),
    operation('retRedaktionFormular', 'put', itemPath, {
      summary: 'Change the keywords and dates of a form variant',
      description:
        'Changes the fields that the body names. An omitted field stays as it is, and null clears a field. `nyeForslag` becomes false.',
      parameters: [diaId],
      conditional: 'change',
      body: {
        schema: edit,
        maxBytes: bounds.maxEditBytes,
        isCheckedByHandler: true,
        example: {soegeord: 'afgift, momsangivelse'},
      },
      response: {
        description: 'The variant after the change.',
        schema: listedVariant,
        example: {...listed, soegeord: 'afgift, momsangivelse', nyeForslag: false},
      },
      refusals: {...notAnEditor, ...unknown},
      async handle({context, params, body, requireMatch}, {registry, portal}) {
        const {cvr, egetId} = await find(registry, params.diaId);
        const {before, variant} = await registry.edit({cvr, egetId}, found => {
          const current = requireFound(found, params.diaId);
          requireMatch(true, () => tagsOf(toVariant(current, portal())));
          return {variant: current, edit: parseEdit(body, current)};
        });
        if (before) noteChange(context, {changed: changedFields(editable(before), editable(variant))});
        return ok(toVariant(variant, portal()));
      },
    }),
    operation('hentRedaktionOverblik', 'get', `${base}/overblik`, {
      summary: 'Count the form variants of all suppliers',
      description:
        'Returns the number of variants in each state, and the yearly submissions of state forms. `digitale` is the sum of `aarligeDigitaleLoesninger`, ' +
        '`aarligeDigitaleLoesningerIntegreretPaaPortal` and `aarligeSystemTilSystem`. `aarlige` also includes `aarligeBlanketter`.',
      response: {
        description: 'The numbers.',
        schema: overview,
        example: {
          tilstande: {publiceret: 1, planlagt: 0, afpubliceret: 0},
          nyeForslag: 1,
          forventetDigital: [null, ...expectations].map(tekst => ({
            tekst,
            antal: tekst === 'Er sket' ? 1 : 0,
          })),
          myndigheder: [{navn: 'Skattestyrelsen', aarlige: 1500, digitale: 300}],
        },
      },
      refusals: notAnEditor,
      async handle(_, {editorial, portal}) {
        return ok(toOverview(await editorial.overview(), portal()));
      },
    }),
    operation('hentNoegletal', 'get', `${base}/noegletal`, {
      summary: 'Read the key figures of all state forms',
      description:
        'Returns the key figures of the variants of State forms (B) that are not deleted. With `Accept: text/csv`, the response is a file for spreadsheets.',
      query: z.object({
        separator: z
          .enum(separators, 'Must be a semicolon, a comma or a tab, percent-encoded.')
          .default(';')
          .meta({
            description:
              'The sign between the cells of the CSV: `;`, `,` or a tab (`%09`). Default: `;`, which Excel in Danish reads.',
            example: ';',
            'x-enum-varnames': ['semicolon', 'comma', 'tab'],
          }),
      }),
      response: {
        description: 'The key figures.',
        schema: figuresList,
        csv: columns,
        example: [
          {
            ...Object.fromEntries(columns.map(name => [name, null])),
            ...{diaId: '0.1', titel: 'Indberet moms', leverandoer: 'KMD A/S', leverandoerCvr: '26911745'},
            ...{egetId: 'moms-1', udstillere: 'SKST', aarligeBlanketter: 1200, aarligeSystemTilSystem: 300},
            ...{obligatoriskDigital: true},
            ...{forventetDigital: 2, forventetDigitalTekst: 'Er sket'},
          },
        ],
      },
      refusals: {400: 'A parameter is invalid.', ...notAnEditor},
      handle({context, query: {separator}}, {editorial, portal}) {
        const basis = portal().digest;
        const versions = () => editorial.versions();
        if (!wantsCsv(context)) {
          const toText = (variant: Variant) => JSON.stringify(toFigures(variant, portal()));
          return list({pages: () => editorial.keyFigures(), versions, basis, toText});
        }
        return csv({
          name: 'noegletal.csv',
          columns,
          separator,
          pages: () => editorial.keyFigures(),
          toRows: variant => [Object.values(toFigures(variant, portal()))],
          versions,
          basis,
        });
      },
    }),
  ],
};

async function find(registry: Registry, id = ''): Promise<Variant> {
  return requireFound(await registry.find(id), id);
}

/** Returns a variant if it is not deleted and still has this id. @throws {Problem} 404 */
function requireFound(variant: Variant | undefined, id: string | undefined): Variant {
  if (variant && !variant.deleted && variant.diaId === id) return variant;
  throw new Problem(404, 'No form variant has that id.');
}

/** Returns the values after an edit. @throws {Problem} 400, 422 */
function parseEdit(body: UncheckedBody, current: Variant): Edit {
  const stored = editable(current);
  const {soegeord = stored.soegeord, ...dates} = validate(edit, body, dateErrors(body, stored));
  const keywords = soegeord?.trim();
  return {...stored, ...dates, soegeord: keywords === '' ? null : keywords};
}

/** Returns the values that an editor may change. */
const editable = ({soegeord, fields}: Variant): Edit => ({
  soegeord: soegeord ?? null,
  publiceringsdato: fields.publiceringsdato ?? null,
  afpubliceringsdato: fields.afpubliceringsdato ?? null,
});
