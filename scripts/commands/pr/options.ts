import { severities } from '#core/review/severity.ts';
import { docsOptions } from '../docs/options.ts';

const oneOf = (name: string, values: readonly string[]) => (value: string) =>
  values.includes(value) ? undefined : `--${name} is one of ${values.join(', ')}`;

export const prOptions = {
  help: { type: 'boolean', short: 'h', about: 'show this' },
  format: {
    type: 'string',
    value: '<json|patch>',
    about: 'patch prints the diff alone',
    problem: oneOf('format', ['json', 'patch']),
  },
  strict: { type: 'boolean', about: 'post the comments as given, without placing them' },
  all: { type: 'boolean', about: 'also post what an earlier run posted' },
  'dry-run': { type: 'boolean', about: 'print what would be posted' },
  sarif: { type: 'string', value: '<file>', about: 'read the comments from a SARIF log' },
  rdjson: { type: 'string', value: '<file>', about: 'read the comments from Reviewdog JSON' },
  'sarif-output': { type: 'string', value: '<file>', about: 'also write the comments as SARIF' },
  'fail-on': {
    type: 'string',
    value: `<${severities.join('|')}>`,
    about: 'exit status 1 when a comment is that severe or more',
    problem: oneOf('fail-on', severities),
  },
  post: { type: 'boolean', about: 'post the review; without it the comments are printed' },
  budget: {
    type: 'string',
    value: '<tokens>',
    about: 'at most so many tokens of the diff are sent; without it 150000',
    problem: (value: string) =>
      /^[1-9]\d{0,8}$/.test(value) ? undefined : '--budget is a whole number above 0',
  },
  provider: { ...docsOptions.provider, about: 'the AI command line that reviews' },
  model: docsOptions.model,
  timeout: docsOptions.timeout,
} as const;
