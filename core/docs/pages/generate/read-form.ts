import { Failure } from '#core/platform/failure.ts';

/** The request that a form's fields stand for: what begins with `/` is a folder, what is empty was
 * not given. */
export function requestOfForm(
  fields: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  const { source = '', force, replace, ai_cli_timeout, max_cost, ...rest } = fields;
  const entries = Object.entries(rest).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()] as const],
  );
  const minutes = ai_cli_timeout?.trim() ?? '';
  const limit = max_cost?.trim().replace(/^\$/, '') ?? '';
  return {
    ...Object.fromEntries(entries),
    [source.trim().startsWith('/') ? 'repo_path' : 'repo_url']: source.trim(),
    ...(minutes !== '' && { ai_cli_timeout: Number(minutes) }),
    ...(limit !== '' && { max_cost: Number(limit) }),
    replace: replace !== undefined,
    ...(force !== undefined && { force: true }),
  };
}

const sentences = {
  source: 'Enter the address of a repository, such as https://github.com/owner/name.',
  name: 'Enter a name of letters, digits, dots, dashes and underscores.',
  branch: 'Enter the name of a branch or tag, or leave this empty.',
  ai_provider: 'Choose a program from the list.',
  ai_model: 'Enter the name of a model, or leave this empty.',
  ai_cli_timeout: 'Enter a whole number of minutes above 0, or leave this empty.',
  max_cost: 'Enter an amount above 0, such as 2.50, or leave this empty.',
} as const;

type Field = keyof typeof sentences;

/** Where a refusal belongs, by its code; all others are about the source. */
const fieldOf: Readonly<Record<string, Field>> = {
  bad_project_name: 'name',
  other_repository: 'name',
  bad_ref: 'branch',
  unknown_provider: 'ai_provider',
  bad_argument: 'ai_model',
  long_timeout: 'ai_cli_timeout',
};

/** The refusal in the words of the form: a sentence for each field that was wrong. */
export function formProblems({ kind, code, message }: Failure): ReadonlyMap<Field, string> {
  if (kind === 'unprocessable') {
    const names = message.split('; ').map((part) => part.slice(0, part.indexOf(': ')));
    const wrong = new Set(names.map((name) => (Object.hasOwn(sentences, name) ? name : 'source')));
    return new Map([...wrong].map((name) => [name as Field, sentences[name as Field]]));
  }
  const field = fieldOf[code] ?? 'source';
  return new Map([[field, sentenceOf(code, field, message)]]);
}

function sentenceOf(code: string, field: Field, message: string): string {
  if (code === 'long_timeout') return message.replace('ai_cli_timeout', 'This');
  if (code === 'other_repository') {
    return `${message}. Enter another name, or tick “Replace” below.`;
  }
  if (code === 'bad_ref' && message.includes('repo_url')) {
    return 'A local folder is read as it is. Leave the branch empty.';
  }
  if (code === 'local_path') {
    return 'Only administrators can read local folders, and only on their own machine. Enter an address.';
  }
  return field === 'source' ? message : sentences[field];
}

/** The same for scripts, which show each part at its field. */
export function atField(failure: Failure): Failure {
  const { kind, code, extra } = failure;
  const parts = [...formProblems(failure)].map(([field, problem]) => `${field}: ${problem}`);
  return new Failure(kind, code, parts.join('; '), { extra: { ...extra } });
}
