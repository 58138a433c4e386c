import * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { Failure, type FailureKind } from '#core/platform/failure.ts';

// zod/mini comes without messages.
z.config({
  ...en(),
  customError: ({ code, origin, minimum }) =>
    code === 'too_small' && origin === 'string' && minimum === 1 ? 'Must not be empty' : undefined,
});

const decoder = new TextDecoder('utf-8', { fatal: true });

export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body)) as unknown;
  } catch {
    throw new Failure('invalid', 'invalid_json', 'Invalid JSON body');
  }
}

/** A form body as an object; of repeated fields the last one counts. */
export function parseForm(body: Uint8Array): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
}

/** As many are named; `and more` stands for others. */
export const maxProblems = 20;
const maxNameLength = 60;

/** The error names every invalid field and what it should be, never its value. */
export function validate<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  what: string,
  kind: FailureKind = 'unprocessable',
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(problemsIn(parsed.error, what), kind);
}

/** For bodies that are checked in parts. */
export function invalid(problems: readonly string[], kind: FailureKind = 'unprocessable'): Failure {
  const more = problems.length > maxProblems ? ['and more'] : [];
  const message = [...problems.slice(0, maxProblems), ...more].join('; ');
  return new Failure(kind, 'validation_failed', message);
}

/** At most one more than a message names. */
export function problemsIn({ issues }: z.core.$ZodError, what: string): string[] {
  const problems = new Set<string>();
  for (const problem of problemsOf(issues, what)) {
    if (problems.add(problem).size > maxProblems) break;
  }
  return [...problems];
}

function* problemsOf(issues: readonly z.core.$ZodIssue[], what: string): Iterable<string> {
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) yield `${placeOf([...issue.path, key])}: Unknown field`;
    } else yield `${placeOf(issue.path) || what}: ${issue.message}`;
  }
}

/** Clients choose the names of unknown fields: cut, so that the response stays small. */
function placeOf(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, maxNameLength)).join('.');
}
