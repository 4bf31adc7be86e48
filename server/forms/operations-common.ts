import {entityTag, tagsOf} from '../http/etag.ts';
import {large, type Shown} from '../http/large-reply.ts';
import {ok, receipt, type Reply} from '../http/reply.ts';
import {version} from '../package.ts';
import {messageBodySchema, Problem, statusBody} from '../problem.ts';
import type {Call, Parameter} from '../operations/operation.ts';
import type {CurrentPortal, Portal} from '../portal/portal.ts';
import {ownId, toOwnId} from './field-kinds.ts';
import type {Registry} from './registry.ts';
import {isPublished, type Variant, type VariantName} from './variant.ts';

/* What the operations of interfaces A, B, F and G share. `FormServices` has the services of A and B. A change here can
 * change all four: code for one interface belongs in its own file. A `versionTag` must change with all that its
 * response shows. */

export interface FormServices {
  readonly registry: Registry;
  readonly portal: CurrentPortal;
  /** The service's public URL, for links in responses. */
  readonly publicUrl: string;
}

/** Returns a variant that is not deleted. @throws {Problem} 404 */
export function requireVariant(variant: Variant | undefined): Variant {
  if (variant && !variant.deleted) return variant;
  throw new Problem(404, 'There is no form variant with that egetId.');
}

/**
 * Returns the response with a variant, of which the caller has read the head. Reads the long texts of a large variant as {@link large} does.
 *
 * @param show Returns the response. Checks the variant again, since it may have changed after its head was read. Throws to reject.
 * @param key See {@link large}.
 */
export function withTexts(
  registry: Pick<Registry, 'get'>,
  head: Variant,
  show: (variant: Variant) => Shown,
  key?: string,
): Reply {
  if (!head.texts) {
    const {value, maxAge, ...tag} = show(head);
    return ok(value, {...tag, ...(maxAge && {maxAge: maxAge()})});
  }
  // The memory for the text of the response, and for the copy of the connection.
  const size = 2 * head.texts.bytes;
  return large(size, async () => show(requireVariant(await registry.get(head))), key);
}

/** Returns a tag that changes whenever the variant, the portal file or the service does. @param view The name of the shown representation. */
export function versionTag(view: string, {cvr, egetId, storeVersion}: Variant, {digest}: Portal): string {
  return entityTag(JSON.stringify([version, view, digest, cvr, egetId, storeVersion]));
}

/** Returns the name of the variant in a path. */
export const variantName = (cvr: string, egetId: string): VariantName => ({cvr, egetId: toOwnId(egetId)});

/** Returns a note for the message of a write, if the variant has no page, or a page without a start button; otherwise an empty text. */
export function pageNote(variant: Variant, portal: Portal): string {
  const {urlProd, kraeverSSO, publiceringsdato} = variant.fields;
  // Many programs write fields that they do not set as null.
  if (publiceringsdato === null) return ' (it has no page: publiceringsdato is null)';
  const hasLogin = kraeverSSO === true && portal.url !== undefined;
  if (urlProd || hasLogin || !isPublished(variant, portal, Date.now())) return '';
  return ' (its page has no start button: urlProd is missing)';
}

/** The path parameter with a supplier's id of a variant. */
export const ownIdInPath = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'path',
  description,
  schema: ownId,
  example,
});

/**
 * Returns the DELETE operation of interface A or B.
 *
 * @param restore The method that restores a variant.
 * @param show Returns the body of a GET.
 */
export const deletion = (
  restore: 'POST' | 'PUT',
  example: string,
  show: (variant: Variant, portal: Portal) => object,
) => ({
  conditional: 'change' as const,
  summary: 'Mark a form variant as deleted',
  description: `Unpublishes the variant and marks it as deleted. A ${restore} with the same \`egetId\` creates it again.`,
  response: {
    description: 'The variant was marked as deleted.',
    schema: messageBodySchema,
    example: statusBody(200, `The form variant was marked as deleted: ${example}`),
  },
  async handle(
    {party, params, requireMatch}: Call<string>,
    {registry, portal}: FormServices,
  ): Promise<Reply> {
    const name = variantName(party, params.egetId ?? params.id ?? '');
    await registry.remove(name, current => {
      const variant = requireVariant(current);
      requireMatch(true, () => tagsOf(show(variant, portal())));
      return variant;
    });
    return receipt(`The form variant was marked as deleted: ${name.egetId}`);
  },
});
