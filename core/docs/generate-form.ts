import { Failure } from '../platform/failure.ts';

/** The request that a form's fields stand for: what begins with `/` is a folder, what is empty was
 * not given. */
export function requestOfForm(
  fields: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  const { source = '', force, ai_cli_timeout, ...rest } = fields;
  const given = Object.entries(rest).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()] as const],
  );
  const minutes = ai_cli_timeout?.trim() ?? '';
  return {
    ...Object.fromEntries(given),
    [source.trim().startsWith('/') ? 'repo_path' : 'repo_url']: source.trim(),
    ...(minutes !== '' && { ai_cli_timeout: Number(minutes) }),
    ...(force !== undefined && { force: true }),
  };
}

/** The same refusal, said of the field of the form that it is about. */
export function atField(failure: Failure): Failure {
  const { kind, code, message, extra } = failure;
  if (kind === 'unprocessable') {
    return new Failure(kind, code, message.replace(/\b(repo_url|repo_path|body): /g, 'source: '));
  }
  const field = fields.find(({ about }) => about.test(code) || about.test(message))?.name;
  return new Failure(kind, code, `${field ?? 'source'}: ${message}`, { extra: { ...extra } });
}

const fields = [
  { name: 'branch', about: /^bad_ref$|branch/i },
  { name: 'ai_cli_timeout', about: /^long_timeout$/ },
  { name: 'ai_model', about: /model/i },
  { name: 'ai_provider', about: /provider/i },
];
