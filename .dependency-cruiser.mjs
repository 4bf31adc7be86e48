/** The floors of the server, from the ground up. A file imports nothing from a higher floor. */
const floors = [
  '^server/(bounds|files|memoize|nearest|package|problem|settings)\\.ts|^server/time/',
  '^server/(html|identity|logs|store)/',
  '^server/http/',
  '^server/(operations|portal)/',
  '^server/(calendar|dashboard|forms|openapi)/|^server/(config|embed|monitoring)\\.ts',
  '^server/(document-types|interfaces|jobs|reload|unusable-certificates)\\.ts',
  '^server/maintenance/|^server/app\\.ts',
  '^server/service\\.ts',
  '^server/cli(/|\\.ts)',
];

/** Tests and their helpers may import from any floor. */
const tests = ['\\.test\\.ts$', '/testing/'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Files that import each other in a circle can only be read together. Types count.',
      severity: 'error',
      from: {},
      to: {circular: true},
    },
    {
      name: 'product-imports-no-tests',
      comment: 'The packages do not contain tests and their helpers.',
      severity: 'error',
      from: {path: '^(client|server|demo|certificates)/', pathNot: tests},
      to: {path: ['^(e2e|proof)/', ...tests]},
    },
    {
      name: 'nothing-imports-the-proof',
      comment: 'A contributor can read everything else without it.',
      severity: 'error',
      // `docs-sources.ts` reads transcripts of a screen reader.
      from: {pathNot: ['^proof/', '^scripts/docs-sources\\.ts$']},
      to: {path: '^proof/'},
    },
    ...floors.slice(0, -1).map((path, index) => ({
      name: `floor-${index + 1}-imports-no-higher-one`,
      severity: /** @type {const} */ ('error'),
      from: {path, pathNot: tests},
      to: {path: floors.slice(index + 1).join('|')},
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    moduleSystems: ['es6'],
    tsConfig: {fileName: 'tsconfig.json'},
    exclude: {path: '^dist/'},
    doNotFollow: {path: 'node_modules'},
  },
};
