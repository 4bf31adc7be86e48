import {authorityDescription} from '../calendar/authority-description.ts';
import {companyDescription} from '../calendar/company-description.ts';
import {dashboardDescription} from '../dashboard/description.ts';
import {descriptionV1} from '../forms/description-v1.ts';
import {descriptionV2} from '../forms/description-v2.ts';
import {errorSchema} from '../http/error-body.ts';
import {describeSchemas} from '../http/json-schema.ts';
import {messageSchema, receiptSchema} from '../http/receipt.ts';
import type {Description} from './operation.ts';
import {errorObject, operationObject, schemaAddress} from './operation-object.ts';
import {publicDescription} from './public-description.ts';

/** Everything that the service answers, but for the demo's pages. */
const descriptions: readonly Description[] = [
  dashboardDescription,
  descriptionV1,
  descriptionV2,
  authorityDescription,
  companyDescription,
  publicDescription,
];

/** When an operation answers with an error that it has in common with others. */
const commonErrors: Record<number, string> = {
  400: 'Ikke forstået, eller et felt af forkert type.',
  401: 'Intet klientcertifikat eller adgangstoken, eller et, der ikke kan bekræftes.',
  413: 'For stor.',
  415: 'Ikke sendt som JSON.',
  422: 'En feltregel er brudt; alle brudte felter er nævnt.',
  429: 'For mange kald på et minut, eller for mange kald i gang på én gang, fra samme person eller organisation.',
  431: 'Adresse og headers fylder over 16 KiB.',
  503: 'Lageret eller udstederens nøgler kan ikke nås lige nu.',
};

const headers = {
  ETag: {description: 'Svarets mærke, til If-None-Match og If-Match.', schema: {type: 'string'}},
  Location: {description: 'Adressen på det, der blev til.', schema: {type: 'string', format: 'uri'}},
  'Retry-After': {description: 'Sekunder, til det er værd at prøve igen.', schema: {type: 'integer'}},
  'WWW-Authenticate': {description: 'Hvad der er galt med et token.', schema: {type: 'string'}},
};

/**
 * The OpenAPI 3.1 document of this service.
 *
 * @param publicUrl The service's address, as it is given out; without a trailing slash.
 */
export function createDocument(version: string, publicUrl: string) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Tavle',
      version,
      description:
        'En erhvervsportals kalender, formularvarianter og dashboard. Alle fejl har samme form; ukendte felter ignoreres; ' +
        'længder tælles i Unicode-tegn.',
      license: {name: 'MIT', identifier: 'MIT'},
    },
    servers: [{url: publicUrl}],
    tags: descriptions.map(({tag, meaning}) => ({name: tag, description: meaning})),
    paths: paths(),
    components: {
      schemas: schemas(),
      headers,
      responses: responses(),
      securitySchemes: {
        klientcertifikat: {
          type: 'mutualTLS',
          description: 'OCES3- eller OCES2-certifikat, hvis subject nævner ét CVR-nummer.',
        },
        adgangstoken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'JWT fra den udsteder, som tjenesten er sat op med.',
        },
      },
    },
  };
}

function paths() {
  const all: Record<string, Record<string, unknown>> = {};
  for (const {tag, operations} of descriptions) {
    for (const operation of operations) {
      (all[operation.path] ??= {})[operation.method] = operationObject(operation, tag);
    }
  }
  return all;
}

function schemas() {
  const shared = {Fejl: errorSchema, Kvittering: receiptSchema, Besked: messageSchema};
  const own = descriptions.flatMap(({schemas}) => Object.entries(schemas));
  return describeSchemas(Object.fromEntries([...Object.entries(shared), ...own]), schemaAddress);
}

function responses() {
  const common = Object.entries(commonErrors).map(
    ([status, meaning]) => [`Fejl${status}`, errorObject(meaning, Number(status))] as const,
  );
  return {
    ...Object.fromEntries(common),
    Fejl: errorObject('Enhver anden fejl.'),
    Uaendret: {description: 'Kalderen har svaret i forvejen (If-None-Match).'},
  };
}
