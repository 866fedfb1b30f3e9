// What the type check does not see: unused names, unsafe patterns, and the page's own rules.
import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['pkg/', 'target/', 'node_modules/', 'cwndlab.html'] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'eqeqeq': 'error',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-restricted-properties': [
        'error',
        { property: 'innerHTML', message: 'Text is set as text: use textContent.' },
        { property: 'outerHTML', message: 'Text is set as text: use textContent.' },
        { property: 'insertAdjacentHTML', message: 'Text is set as text: use append.' },
        { object: 'Math', property: 'random', message: 'All luck comes from the seed.' },
      ],
    },
  },
  {
    files: ['www/**/*.js'],
    ignores: ['www/**/*worker.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['www/**/*worker.js'],
    languageOptions: { globals: globals.worker },
  },
  {
    // Browser tests: node's globals outside, the page's inside functions that run there.
    files: ['tests/web/**/*.mjs', 'benches/*.mjs', 'eslint.config.js'],
    languageOptions: { globals: { ...globals.nodeBuiltin, ...globals.browser } },
  },
];
