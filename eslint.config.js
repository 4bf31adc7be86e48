import eslint from '@eslint/js';
import {defineConfig, globalIgnores} from 'eslint/config';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const typesOnlyFromServer = {
  group: ['**/server/**'],
  allowTypeImports: true,
  message: 'The browser side imports types, never code, from server/.',
};
const noOtherFeature = {
  group: ['**/dashboard/**', '**/calendar/**', '**/forms/**'],
  message: "A feature never imports another feature's inside.",
};

export default defineConfig(
  globalIgnores(['dist/', 'data/', 'test-results/', 'e2e/consumers/']),
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {parserOptions: {projectService: true}},
    linterOptions: {reportUnusedDisableDirectives: 'error'},
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', {ignoreRestSiblings: true}],
      '@typescript-eslint/no-confusing-void-expression': ['error', {ignoreArrowShorthand: true}],
      '@typescript-eslint/restrict-template-expressions': ['error', {allowNumber: true}],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['client/**', 'demo/pages/**'],
    extends: [lit.configs['flat/recommended'], wc.configs['flat/recommended'], litA11y.configs.recommended],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', {patterns: [typesOnlyFromServer]}],
      'no-console': ['error', {allow: ['warn', 'error']}],
      'wc/guard-super-call': 'off',
    },
  },
  ...['dashboard', 'calendar', 'forms'].map(feature => ({
    files: [`server/${feature}/**`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {...noOtherFeature, group: noOtherFeature.group.filter(glob => !glob.includes(feature))},
          ],
        },
      ],
    },
  })),
  {
    files: ['**/*.test.ts'],
    rules: {'@typescript-eslint/require-await': 'off'},
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        console: 'readonly',
        fetch: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        setInterval: 'readonly',
        performance: 'readonly',
        PerformanceObserver: 'readonly',
      },
    },
  },
  {
    files: ['server/openapi/page/**'],
    languageOptions: {
      globals: {document: 'readonly', location: 'readonly', window: 'readonly'},
    },
  },
  {
    files: ['bench/calendar/{page,peers}/**'],
    languageOptions: {
      globals: {
        document: 'readonly',
        Element: 'readonly',
        MouseEvent: 'readonly',
        requestAnimationFrame: 'readonly',
        Text: 'readonly',
      },
    },
  },
  {
    files: ['scripts/**', 'bench/**', 'server/cli.ts'],
    rules: {'no-console': 'off'},
  },
);
