import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { plugin } from './scripts/lint/plugin.ts';

export default tseslint.config(
  { ignores: ['node_modules', 'data', 'coverage', 'test/fixtures', '.sst'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-control-regex': 'off',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false } },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(only|skip)$/]',
          message: 'A focused or skipped test hides the others.',
        },
        {
          selector: "CallExpression[callee.property.name='mock'][callee.object.name='vi']",
          message: 'No module mocks.',
        },
      ],
    },
  },
  { files: ['scripts/**', 'test/faults/run.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['core/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts', 'scripts/**/*.ts'],
    plugins: { lantern: plugin },
    rules: Object.fromEntries(
      Object.keys(plugin.rules).map((rule) => [`lantern/${rule}`, 'error']),
    ),
  },
  { files: ['sst.config.ts'], rules: { '@typescript-eslint/triple-slash-reference': 'off' } },
  // What these see without an import comes from `sst install`, which a checkout may be without.
  {
    files: ['*.js', 'scripts/*.js', 'infra/**', 'sst.config.ts'],
    ...tseslint.configs.disableTypeChecked,
  },
);
