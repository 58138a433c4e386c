import * as z from 'zod/mini';
import { jsonObjects } from '../../text/json.ts';
import { severities } from '../severity.ts';

const longest = 10_000;
const mostFindings = 200;

const text = z.pipe(
  z.string(),
  z.transform((value) => value.slice(0, longest).toWellFormed()),
);
const finding = z.object({
  severity: z.pipe(
    z._default(z.string(), ''),
    z.transform((name) => severities.find((each) => each === name.toLowerCase()) ?? 'suggestion'),
  ),
  path: text,
  line: z.catch(z.coerce.number(), 0),
  quote: text,
  title: text,
  body: z._default(text, ''),
});
const schema = z.object({ findings: z.array(finding) });

export type Finding = z.output<typeof finding>;

export type Answer = { readonly findings: readonly Finding[] } | { readonly problem: string };

/** `problem` says, for a call that asks the model to repair its answer, what is wrong with it. */
export function readFindings(written: string): Answer {
  let problem: string | undefined;
  for (const object of jsonObjects(written)) {
    const { data, error } = schema.safeParse(object);
    if (data) return { findings: data.findings.slice(0, mostFindings) };
    const problems = error.issues.map(
      ({ path }) => `"${path.join('.')}" is missing or has the wrong type.`,
    );
    problem ??= problems.slice(0, 10).join(' ');
  }
  return { problem: problem ?? 'The answer holds no JSON object.' };
}
