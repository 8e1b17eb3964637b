import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { layerImports } from './scripts/lint/layerImports.mjs';

/** What the language itself offers; everything else that Node or a browser puts in the global scope is an effect. */
const language = new Set(Object.keys(globals.es2023));
const effects = [...new Set([...Object.keys(globals.node), ...Object.keys(globals.browser)])].filter(
  (name) => !language.has(name) && /^[A-Za-z_$][\w$]*$/.test(name),
);

export default defineConfig(
  {
    ignores: [
      'dist/',
      'out/',
      'node_modules/',
      '.vscode-test/',
      '.try/',
      'test-results/',
      'scripts/sample/',
      'src/notInThisLayer.ts',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,mjs}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs', 'scripts/mutation/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { countersign: { rules: { layers: layerImports } } },
    rules: {
      'countersign/layers': 'error',
      eqeqeq: 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: false },
      ],
      // The compiler's noPropertyAccessFromIndexSignature asks for the brackets.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // A method that does nothing on purpose is common in doubles and disposables; its name says so.
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'webview/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSAsExpression > TSAnyKeyword, TSTypeAssertion > TSAnyKeyword',
          message: 'A cast to any hides every later fault. Parse the value at the border instead.',
        },
        {
          selector: 'TSAsExpression > TSAsExpression',
          message: 'A cast through another cast hides every later fault. Parse the value at the border instead.',
        },
      ],
    },
  },
  {
    // What is pure stays pure: no time, no chance, no effect but through a port.
    files: ['src/core/**/*.ts', 'src/review/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...effects.map((name) => ({ name, message: 'This layer is pure: it gets effects through a port only.' })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Time comes through the Clock port.' },
        { object: 'Math', property: 'random', message: 'Identity comes through the Ids port.' },
      ],
    },
  },
  {
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      // describe and it return nothing that is waited for, but their callbacks may be async.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    // Scripts parse JSON of tools that they started themselves; JSDoc types are checked by the compiler.
    files: ['**/*.mjs'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
