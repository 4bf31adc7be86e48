import {requireMatch} from '../http/response/etag.ts';
import {Problem} from '../http/response/problem.ts';
import {receipt} from '../http/response/status-body.ts';
import type {Call, Parameter} from '../operations/operation.ts';
import type {CurrentPortal, Portal} from '../portal/portal.ts';
import type {VariantCreation} from './creation.ts';
import {ownId, toOwnId} from './fields-common.ts';
import {DataLost} from '../store/data-lost.ts';
import type {Registry} from './registry.ts';
import type {Variant, VariantName} from './variant.ts';

export interface FormServices {
  readonly registry: Registry;
  readonly creation: VariantCreation;
  readonly portal: CurrentPortal;
  /** The service's public URL, for links in responses. */
  readonly publicUrl: string;
}

/** @throws {Problem} 404 */
export function requireVariant(variant: Variant | undefined): Variant {
  if (variant && !variant.deleted) return variant;
  throw new Problem(404, 'There is no form variant with that egetId.');
}

/**
 * The name of the variant that a path or a body means. An id is stored in NFC, but those of older versions as they were
 * written: such a one is found by its exact text.
 */
export async function nameOf(registry: Registry, cvr: string, egetId: string): Promise<VariantName> {
  const exact = {cvr, egetId};
  const normal = {cvr, egetId: toOwnId(egetId)};
  if (normal.egetId === egetId) return exact;
  const stored = await registry.get(exact);
  return stored && !stored.deleted ? exact : normal;
}

/** @throws {DataLost} for a variant whose texts the store has lost: the rest of it is not what was written. */
export function requireTexts(variant: Variant): Variant {
  if (!variant.textsLost) return variant;
  throw new DataLost(
    `The texts of form variant "${variant.egetId}" are lost. Send a PUT with all of its fields, or ask the operator to restore a backup.`,
  );
}

/** The path parameter that names a variant by its supplier's own id. */
export const ownIdInPath = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'path',
  description,
  schema: ownId,
  example,
});

/**
 * What the DELETE of both versions has in common.
 *
 * @param restore The method that brings a variant back.
 * @param show Returns what a GET returns; `undefined` where texts are lost, so that only a PUT without `If-Match` can restore them.
 */
export const deletion = (
  restore: 'POST' | 'PUT',
  example: string,
  show: (variant: Variant, portal: Portal) => unknown,
) => ({
  method: 'delete' as const,
  summary: 'Mark a form variant as deleted',
  description: `Unpublishes the variant. The registry keeps it: a ${restore} with the same \`egetId\` brings it back.`,
  response: {
    status: 200 as const,
    description: 'The variant was marked as deleted.',
    schema: 'Besked',
    example: receipt(200, `The form variant was marked as deleted: ${example}`),
  },
  async handle({context, party, params}: Call<string>, {registry, portal}: FormServices): Promise<string> {
    const name = await nameOf(registry, party, params.egetId ?? params.id ?? '');
    await registry.remove(name, current => {
      const variant = requireVariant(current);
      requireMatch(context, show(variant, portal()));
      return variant;
    });
    return `The form variant was marked as deleted: ${name.egetId}`;
  },
});
