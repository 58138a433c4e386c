import { appendFile } from 'node:fs/promises';
import type { Comparison, ResultEnvelope } from '#core/analysis/base/schema/views.ts';
import type { FailureAnalysis } from '#core/analysis/base/schema/result.ts';
import { Failure } from '#core/platform/failure.ts';
import { someOf } from '#core/text/count.ts';
import { textOf, type Context } from '../context.ts';
import type { gates } from '../profile/options.ts';
import { part } from '../run-command.ts';
import { commentOn, pullToComment } from './comment.ts';
import { failuresOf } from './failures-of.ts';
import { jobOf, summaryText } from './summary.ts';

type Gate = (typeof gates)[number];

/** The exit status when the gate is closed: 1 is that of an analysis that failed. */
export const closedStatus = 3;

/** Writes the summary and the comment, and asks the gate. Gives the exit status. What cannot be read closes
 * it. */
export async function judge(context: Context, envelope: ResultEnvelope): Promise<number> {
  const { options, shell } = context;
  const gate = textOf(options, 'fail-on') as Gate | undefined;
  const files = new Set(
    [textOf(options, 'summary'), shell.variables['GITHUB_STEP_SUMMARY']].filter(Boolean),
  );
  const comment = textOf(options, 'comment');
  if (gate === undefined && files.size === 0 && comment === undefined) return 0;
  const path = `/results/${part(envelope.job_id)}/comparison`;
  const comparison = await context.client.ask<Comparison>({ path });
  const text = summaryText(envelope, comparison, context.client.server);
  for (const file of files) await write(String(file), text);
  if (comment !== undefined) {
    const job = jobOf(envelope) ?? 'reports';
    await commentOn(shell, pullToComment(comment, shell.variables), { job, text });
  }
  if (gate === undefined) return 0;
  const reasons = closing(gate, envelope, comparison);
  if (reasons.length === 0) return 0;
  const hint = gate === 'new' && !jobOf(envelope) ? ' (nothing is compared without --job)' : '';
  shell.stderr.write(`--fail-on ${gate}: ${someOf(reasons, 3)}${hint}\n`);
  return closedStatus;
}

/** The tests that close the gate. Without an earlier analysis every failure is new; so it is without a job, since
 * the earlier one may be a stranger's. One that people marked as known closes none. */
export function closing(
  gate: Gate,
  envelope: ResultEnvelope,
  { compared_with, new: fresh, known = [] }: Comparison,
): readonly string[] {
  const marked = new Set(known);
  const all = failuresOf(envelope.result).filter(({ test_name }) => !marked.has(test_name));
  const names = (some: readonly FailureAnalysis[]) => [
    ...new Set(some.map(({ test_name }) => test_name)),
  ];
  if (gate === 'any') return names(all);
  if (gate === 'new') return compared_with === null || !jobOf(envelope) ? names(all) : fresh;
  // A failure without a class may be one.
  const isHarmless = /^(?:CODE ISSUE|INFRASTRUCTURE)$/;
  return names(all.filter(({ analysis }) => !isHarmless.test(analysis.classification)));
}

async function write(file: string, text: string): Promise<void> {
  try {
    await appendFile(file, text);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Failure('invalid', 'no_summary', `${file} cannot be written (${code})`);
  }
}
