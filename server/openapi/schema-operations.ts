import {z} from 'zod';

import {fieldsV1} from '../forms/fields-v1.ts';
import {bodyV2} from '../forms/fields-v2.ts';
import {hasCvrForm} from '../identity/cvr.ts';
import {operationsFor} from '../operations/operation.ts';
import {emptyPortal} from '../portal/portal.ts';
import {portalSchema} from '../portal/schema.ts';
import {describeSchema} from './json-schema.ts';

export const jsonSchema = z.looseObject({title: z.string()});

/** @param createSchema Runs at the first request. */
function schemaOperation(
  id: string,
  path: string,
  title: string,
  summary: string,
  description: string,
  createSchema: () => z.ZodType,
) {
  let text: string | undefined;
  return operationsFor<object, unknown>()({
    id,
    method: 'get',
    path,
    summary,
    description,
    response: {
      status: 200,
      description: 'The JSON Schema (2020-12).',
      type: 'application/schema+json',
      schema: 'JsonSchema',
      example: {title, type: 'object'},
    },
    handle: () => context => {
      text ??= JSON.stringify({title, ...describeSchema(createSchema())});
      context.set({
        'Cache-Control': 'public, max-age=3600',
        'Access-Control-Allow-Origin': '*',
        'Content-Type': 'application/schema+json; charset=utf-8',
      });
      context.body = text;
    },
  });
}

export const schemaOperations = [
  schemaOperation(
    'hentPortalskema',
    '/schema/portal.json',
    'The portal file of Tavle',
    'Read the schema of the portal file',
    'For editors that validate the portal file.',
    () => portalSchema(hasCvrForm),
  ),
  schemaOperation(
    'hentFormularskema1',
    '/schema/formular-1.json',
    'Form variant, version 1',
    'Read the schema of a form variant, version 1',
    'The fields that interface A requires and accepts on creation.',
    () => fieldsV1(emptyPortal),
  ),
  schemaOperation(
    'hentFormularskema2',
    '/schema/formular-2.json',
    'Form variant, version 2',
    'Read the schema of a form variant, version 2',
    'The fields that interface B requires and accepts on creation.',
    () => bodyV2(emptyPortal),
  ),
];
