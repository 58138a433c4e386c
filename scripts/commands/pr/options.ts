import { severities } from '#core/review/severity.ts';
import { docsOptions } from '../docs/options.ts';
import { flag, help, number, oneOf, text } from '../line/option.ts';

const severity = 'exit status 1 when a comment is that severe or more';
const budget = 'at most so many tokens of the diff are sent; without it 150000';

export const prOptions = {
  help,
  format: oneOf('<json|patch>', 'patch prints the diff alone', ['json', 'patch']),
  strict: flag('post the comments as given, without placing them'),
  all: flag('also post what an earlier run posted'),
  'dry-run': flag('print what would be posted'),
  sarif: text('<file>', 'read the comments from a SARIF log'),
  rdjson: text('<file>', 'read the comments from Reviewdog JSON'),
  'sarif-output': text('<file>', 'also write the comments as SARIF'),
  'fail-on': oneOf(`<${severities.join('|')}>`, severity, severities),
  post: flag('post the review; without it the comments are printed'),
  json: flag('print the comments as post-comment takes them'),
  via: oneOf('<gh|rest>', 'gh, or the REST API with a token; without it gh where it is logged in', [
    'gh',
    'rest',
  ]),
  budget: number('budget', budget, 1),
  provider: { ...docsOptions.provider, about: 'the AI command line that reviews' },
  model: docsOptions.model,
  timeout: docsOptions.timeout,
} as const;
