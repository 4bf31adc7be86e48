import parser from '@typescript-eslint/parser';
import {defineConfig} from 'eslint/config';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import wc from 'eslint-plugin-wc';

/** The rules for elements and their templates. They do not apply to tests. Oxlint checks everything else: see `.oxlintrc.json`. */
export default defineConfig({
  files: ['client/**/*.ts', 'demo/pages/**/*.ts'],
  ignores: ['**/*.test.ts', 'client/testing/**'],
  extends: [lit.configs['flat/recommended'], wc.configs['flat/recommended'], litA11y.configs.recommended],
  languageOptions: {parser},
  linterOptions: {reportUnusedDisableDirectives: 'off'},
  rules: {'wc/guard-super-call': 'off'},
});
