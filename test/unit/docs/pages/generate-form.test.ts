import { expect, it } from 'vitest';
import { providerIds } from '#core/ai/provider-ids.ts';
import { atField, formProblems, requestOfForm } from '#core/docs/pages/generate/read-form.ts';
import { generateBody } from '#core/docs/schema.ts';
import { validate } from '#core/http/request/validate.ts';
import { Failure } from '#core/platform/failure.ts';

const refused = (fields: Record<string, string>): Failure => {
  try {
    validate(generateBody, requestOfForm(fields), 'body');
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error('it was not refused');
};
const invalid = (code: string, message: string) => new Failure('invalid', code, message);
const url = 'https://code.example/team/x';

/** What a validator or the interface says, which no person should read. */
const internal = /Too small|Invalid input|expected|repo_url|repo_path|ai_[a-z]+|provider_|body/;

it.each<[string, Failure, [field: string, sentence: RegExp][]]>([
  ['no source', refused({ source: ' ' }), [['source', /^Enter the address of a repository/]]],
  ['0 minutes', refused({ source: url, ai_cli_timeout: '0' }), [['ai_cli_timeout', /above 0/]]],
  ['an unknown field', refused({ source: url, other: 'x' }), [['source', /^Enter the address/]]],
  [
    'a long time',
    invalid('long_timeout', 'ai_cli_timeout may be at most 14 minutes here'),
    [['ai_cli_timeout', /^This may be at most 14 minutes here$/]],
  ],
  [
    'a provider that is not there',
    invalid('unknown_provider', `Unknown AI provider. Must be one of ${providerIds.join(', ')}`),
    [['ai_provider', /^Choose a program/]],
  ],
  ['an option as model', invalid('bad_argument', 'Invalid AI model'), [['ai_model', /^Enter the/]]],
  ['a bad branch', invalid('bad_ref', 'The branch or tag name is not valid'), [['branch', /tag/]]],
  [
    'a branch of a folder',
    invalid('bad_ref', 'A local repository is read as it is: branch goes with repo_url'),
    [['branch', /^A local folder is read as it is/]],
  ],
  [
    'the name of another repository',
    new Failure('conflict', 'other_repository', "'x' documents https://code.example/other/x"),
    [['name', /^'x' documents https:[^ ]+\. Enter another name, or tick “Replace” below\.$/]],
  ],
  [
    'a name that is none',
    invalid('bad_project_name', "Invalid project name: 'a/b'"),
    [['name', /^Enter a name of/]],
  ],
  ['another refusal', new Failure('conflict', 'in_progress', 'Busy'), [['source', /^Busy$/]]],
])('says %s in the words of the form, at its field', (_, failure, expected) => {
  const problems = [...formProblems(failure)];
  expect(problems).toEqual(
    expected.map(([field, sentence]) => [field, expect.stringMatching(sentence) as string]),
  );
  for (const [, sentence] of problems) expect(sentence).not.toMatch(internal);
  expect(atField(failure).message).toBe(problems.map((each) => each.join(': ')).join('; '));
});
