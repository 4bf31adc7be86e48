import {z} from 'zod';

import type {Key} from '../store/store.ts';

/** What a person's choices look like in a store and in a backup, whichever version wrote them. */
const choices = z.record(z.string(), z.string());

export function dashboardSchemaOf([kind, , ...rest]: Key): z.ZodType | undefined {
  return kind === 'dashboard' && !rest.length ? choices : undefined;
}
