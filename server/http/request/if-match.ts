import type {Context} from 'koa';

import {entityTag, isNamed} from '../response/conditional.ts';
import {Problem} from '../response/problem.ts';

/**
 * Lets a change go on only while the caller knows what is stored (RFC 9110, sections 13.1.1 and 13.1.2). A header that is there
 * counts, though it be empty: who sends that wanted to be safe.
 *
 * @param current What a GET would answer now; `undefined`: 404.
 * @throws {Problem} 412 when `If-Match` names something else, or `If-None-Match` just this.
 */
export function requireMatch(context: Context, current: unknown): void {
  const {'if-match': known, 'if-none-match': unwanted} = context.req.headers;
  if (known === undefined && unwanted === undefined) return;
  const tag = current === undefined ? undefined : entityTag(JSON.stringify(current));
  if (known !== undefined && !isMatch(tag, known))
    throw new Problem(412, 'The resource has changed since you read it. GET it again before you change it.');
  if (unwanted !== undefined && tag !== undefined && isNamed(tag, unwanted))
    throw new Problem(412, 'The resource already exists, and If-None-Match allows only a new one.');
}

/** Whether a list of entity tags names this one by the strong comparison. */
function isMatch(tag: string | undefined, list: string): boolean {
  return tag !== undefined && (list === '*' || list.split(',').some(entry => entry.trim() === tag));
}
