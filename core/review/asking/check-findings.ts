import { markedBody } from '../comments/marked-body.ts';
import type { ReviewComment } from '../comments/read-comments.ts';
import { calmText } from '#core/text/markdown/calm-text.ts';
import type { Finding } from './read-findings.ts';
import type { Unit } from './units.ts';

const longestTitle = 80;

/**
 * Believes only findings whose quote is in the diff: a model invents lines. The quote decides about
 * the line's number. Undefined: it is not there.
 */
export function checkFinding(units: readonly Unit[], finding: Finding): ReviewComment | undefined {
  const { path, severity, quote, body } = finding;
  const own = units.filter((unit) => unit.path === path);
  const wanted = collapsed(quote.trim().split('\n')[0] ?? '');
  const title = calmText(collapsed(finding.title)).slice(0, longestTitle).toWellFormed();
  if (wanted === '' || title === '') return undefined;
  const candidates = own.flatMap(({ lines }) =>
    [...lines].flatMap(([line, text]) => (collapsed(text).includes(wanted) ? [line] : [])),
  );
  const distance = (line: number) => Math.abs(line - finding.line);
  const [line] = candidates.sort((a, b) => distance(a) - distance(b));
  if (line === undefined) return undefined;
  return { path, line, body: markedBody(severity, calmText(body), title) };
}

/** A model does not keep indentation. */
function collapsed(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
