import { severities } from '#core/review/severity.ts';
import { docsOptions } from '../docs/options.ts';
import { flag, help, number, oneOf, text } from '../line/option.ts';

const severity = 'exit with 1 if a comment has this severity or a higher one';
const budget = 'send at most this many tokens of the diff (default: 150000)';

export const prOptions = {
  help,
  format: oneOf('<json|patch>', 'patch prints only the diff', ['json', 'patch']),
  strict: flag('post the comments as given, without placing them'),
  all: flag('also post comments that an earlier run posted'),
  'dry-run': flag('print what would be posted'),
  sarif: text('<file>', 'read the comments from a SARIF log'),
  rdjson: text('<file>', 'read the comments from Reviewdog JSON'),
  'sarif-output': text('<file>', 'also write the comments as SARIF'),
  'fail-on': oneOf(`<${severities.join('|')}>`, severity, severities),
  post: flag('post the review (default: print the comments)'),
  json: flag('print the comments in the form that post-comment reads'),
  via: oneOf('<gh|rest>', 'gh, or the REST API with a token (default: gh if logged in)', [
    'gh',
    'rest',
  ]),
  budget: number('budget', budget, 1),
  provider: { ...docsOptions.provider, about: 'the AI command line that reviews' },
  model: docsOptions.model,
  timeout: docsOptions.timeout,
} as const;
