import * as z from 'zod/mini';
import { jsonObjects } from '#core/text/json.ts';
import { singleTildeText } from '#core/text/markdown/single-tilde-text.ts';
import type { ReviewComment } from '../comments/read-comments.ts';
import { markedBody, severities } from '../severity.ts';
import type { Unit } from './units.ts';

const maxLength = 10_000;
const maxFindings = 200;

const text = z.pipe(
  z.string(),
  z.transform((value) => value.slice(0, maxLength).toWellFormed()),
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

type Answer = { readonly findings: readonly Finding[] } | { readonly problem: string };

/** `problem` says, for a call that asks the model to repair its answer, what is wrong with it. */
export function readFindings(answer: string): Answer {
  let problem: string | undefined;
  for (const object of jsonObjects(answer)) {
    const { data, error } = schema.safeParse(object);
    if (data) return { findings: data.findings.slice(0, maxFindings) };
    const problems = error.issues.map(
      ({ path }) => `"${path.join('.')}" is missing or has the wrong type.`,
    );
    problem ??= problems.slice(0, 10).join(' ');
  }
  return { problem: problem ?? 'The answer holds no JSON object.' };
}

const maxTitleLength = 80;

/**
 * Believes only findings whose quote is in the diff: a model invents lines. The quote decides about
 * the line's number. Undefined: it is not there.
 */
export function checkFinding(units: readonly Unit[], finding: Finding): ReviewComment | undefined {
  const { path, severity, quote, body } = finding;
  const own = units.filter((unit) => unit.path === path);
  const firstLine = collapsed(quote.trim().split('\n')[0] ?? '');
  const title = singleTildeText(collapsed(finding.title)).slice(0, maxTitleLength).toWellFormed();
  if (firstLine === '' || title === '') return undefined;
  const candidates = own.flatMap(({ lines }) =>
    [...lines].flatMap(([line, text]) => (collapsed(text).includes(firstLine) ? [line] : [])),
  );
  const distance = (line: number) => Math.abs(line - finding.line);
  const [line] = candidates.sort((a, b) => distance(a) - distance(b));
  if (line === undefined) return undefined;
  return { path, line, body: markedBody(severity, singleTildeText(body), title) };
}

/** A model does not keep indentation. */
function collapsed(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
