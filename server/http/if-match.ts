import type {Context} from 'koa';

import {entityTag} from './conditional.ts';
import {Problem} from './problem.ts';

/**
 * Lets a change go on only while the caller knows what is stored (RFC 9110, section 13.1.1).
 *
 * @param current What a GET would answer now; `undefined`: 404.
 * @throws {Problem} 412 when `If-Match` names something else.
 */
export function requireMatch(context: Context, current: unknown): void {
  const list = context.get('If-Match');
  if (list === '' || (list === '*' && current !== undefined)) return;
  const tag = current === undefined ? undefined : entityTag(JSON.stringify(current));
  if (!list.split(',').some(entry => entry.trim() === tag)) {
    throw new Problem(412, 'It was changed since you read it: GET it again.');
  }
}
