import type {Router} from '@koa/router';
import {z} from 'zod';

/** Serves the JSON Schema of what `schema` takes, made from the schema itself. */
export function serveSchema(router: Router, path: string, title: string, schema: z.ZodType): void {
  const description = z.toJSONSchema(schema, {io: 'input', unrepresentable: 'any'});
  const text = JSON.stringify({title, ...description});
  router.get(path, context => {
    context.set({'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*'});
    context.type = 'application/schema+json';
    context.body = text;
  });
}
