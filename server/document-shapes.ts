import type {z} from 'zod';

import {calendarSchemaOf} from './calendar/stored-schemas.ts';
import {dashboardSchemaOf} from './dashboard/stored-schemas.ts';
import {formSchemaOf} from './forms/stored-schemas.ts';
import type {Key} from './store/store.ts';

const features = [calendarSchemaOf, formSchemaOf, dashboardSchemaOf];

/** Returns what may be stored under a key; `undefined` where that may be anything. */
export function schemaOf(key: Key): z.ZodType | undefined {
  for (const schemaOfFeature of features) {
    const schema = schemaOfFeature(key);
    if (schema) return schema;
  }
  return undefined;
}

/** Whether a value has the shape that some version stores under a key: about half a microsecond for a deadline. */
export function hasKnownShape(key: Key, value: unknown): boolean {
  return schemaOf(key)?.safeParse(value).success ?? true;
}
