import type {Repaired} from '../../maintenance/repair.ts';
import {count} from '../../maintenance/messages.ts';

/** Describes the data that repair could not derive. */
export function describeLosses({lost, examples}: Repaired): string[] {
  if (!lost) return [];
  const named = `${examples.join(', ')}${lost > examples.length ? ' …' : ''}`;
  return [`The recipients or texts of ${count(lost, 'document')} are lost: ${named}`];
}
