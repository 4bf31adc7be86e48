import {Problem} from '../http/response/problem.ts';
import type {CurrentPortal} from '../portal/portal.ts';
import type {VariantCreation} from './creation.ts';
import {toOwnId} from './fields-common.ts';
import {DataLost} from '../store/data-lost.ts';
import type {Registry} from './registry.ts';
import type {Variant, VariantName} from './variant.ts';

export interface FormServices {
  readonly registry: Registry;
  readonly creation: VariantCreation;
  readonly portal: CurrentPortal;
  /** The service's address, as it is given out. */
  readonly publicUrl: string;
}

/** @throws {Problem} 404 */
export function present(variant: Variant | undefined): Variant {
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

/** @throws {DataLost} for a variant whose texts the store has lost: what is left of it is not what was written. */
export function whole(variant: Variant): Variant {
  if (!variant.textsLost) return variant;
  throw new DataLost(
    `The texts of form variant "${variant.egetId}" are lost. Send a PUT with all of its fields, or ask the operator to restore a backup.`,
  );
}
