import {createConfig, lintFromString} from '@redocly/openapi-core';

import {expect, test} from '../e2e/support/test.ts';

for (const path of ['/openapi.json', '/openapi-3.0.json']) {
  test(`${path} passes an OpenAPI linter`, async ({start}) => {
    const {url} = await start({TAVLE_PUBLIC_URL: 'https://tavle.example.dk'});
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        'info-contact': 'error',
        'tag-description': 'error',
        'operation-description': 'error',
        'parameter-description': 'error',
        'no-invalid-media-type-examples': 'error',
        'no-invalid-parameter-examples': 'error',
        'no-invalid-schema-examples': 'error',
        // The description in OpenAPI 3.0 has a copy of a schema where null is allowed, so a component may be unused.
        ...(path === '/openapi-3.0.json' && {'no-unused-components': 'off'}),
      },
    });
    const source = await (await fetch(url + path)).text();
    const problems = await lintFromString({source, absoluteRef: '/openapi.json', config});
    expect(problems.map(({ruleId, message, location}) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });
}
