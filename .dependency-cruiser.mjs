/** The floors of the server, from the ground up. A file imports nothing from a higher floor. */
const floors = [
  '^server/(bounds|files|memoize|nearest|package|problem|settings)\\.ts|^server/time/',
  '^server/(html|identity|logs|store)/',
  '^server/http/',
  '^server/(operations|portal)/',
  '^server/(calendar|dashboard|forms|openapi)/|^server/(config|embed|monitoring)\\.ts',
  '^server/(document-types|interfaces|jobs|reload)\\.ts',
  '^server/maintenance/|^server/app\\.ts',
  '^server/service\\.ts',
  '^server/cli(/|\\.ts)',
];

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
    ...floors.slice(0, -1).map((path, index) => ({
      name: `floor-${index + 1}-imports-no-higher-one`,
      severity: /** @type {const} */ ('error'),
      from: {path},
      to: {path: floors.slice(index + 1).join('|')},
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    moduleSystems: ['es6'],
    tsConfig: {fileName: 'tsconfig.json'},
    exclude: {path: ['\\.test\\.ts$', '/testing/', '^dist/']},
    doNotFollow: {path: 'node_modules'},
  },
};
