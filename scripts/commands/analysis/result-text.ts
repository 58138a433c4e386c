import { providerTitle } from '#core/ai/providers.ts';
import type { ChildJobAnalysis, FailureAnalysis } from '#core/analysis/base/schema/result.ts';
import type { ResultEnvelope } from '#core/analysis/base/schema/views.ts';
import { plain } from '../line/plain.ts';
import { paint } from '../line/shell.ts';
import { aligned } from '../line/table.ts';
import type { Context } from './context.ts';
import { statusPaint } from './status-paint.ts';

/** A result for a terminal: what it is, then each group of equal errors once. */
export function resultText(envelope: ResultEnvelope, { client, shell }: Context): string {
  const { job_id, status, result } = envelope;
  const build = 'job_name' in result ? `${result.job_name} #${result.build_number}` : undefined;
  const notes = result.request_params?.notes ?? [];
  const facts = [
    ['Job', job_id],
    ['Status', status],
    ...(build === undefined ? [] : [['Build', build]]),
    ...(status === 'completed' ? [] : [['Phase', result.progress_phase ?? '-']]),
    ...(result.summary ? [['Summary', result.summary]] : []),
    ...(result.error === undefined ? [] : [['Error', result.error]]),
    [
      'Model',
      result.request_params?.writer ?? `${providerTitle(result.ai_provider)} ${result.ai_model}`,
    ],
    ['Page', `${client.server}/results/${job_id}`],
    ...notes.map((note) => ['Note', note]),
  ];
  const children = 'child_job_analyses' in result ? result.child_job_analyses : [];
  return [
    aligned(facts, statusPaint(shell, 1)),
    ...failuresText(result.failures, shell),
    ...children.flatMap((child) => childText(child, shell)),
  ].join('\n');
}

function childText(child: ChildJobAnalysis, shell: Context['shell']): string[] {
  const { job_name, build_number, note, failures, failed_children } = child;
  const head = plain(`${job_name} #${build_number}`).replaceAll('\n', ' ');
  return [
    `\n${paint(shell.stdout, 'bold', head)}`,
    ...(note === null ? [] : [`  ${plain(note).replaceAll('\n', '\n  ')}`]),
    ...failuresText(failures, shell),
    ...failed_children.flatMap((each) => childText(each, shell)),
  ];
}

function failuresText(
  failures: readonly FailureAnalysis[],
  { stdout }: Context['shell'],
): string[] {
  const groups = Map.groupBy(failures, (failure) => JSON.stringify(failure.analysis));
  return [...groups.values()].flatMap((group) => {
    const [{ analysis, error }] = group as [FailureAnalysis];
    const { classification, details, code_fix: fix, product_bug_report: bug } = analysis;
    const tests = group.map(({ test_name }) => plain(test_name).replaceAll('\n', ' '));
    const matches = (bug ? bug.tracker_matches : []).map(({ key, summary }) => `${key} ${summary}`);
    const lines = [
      ...(error === '' ? [] : [`Error: ${error.split('\n', 1)[0] ?? ''}`]),
      details,
      ...(fix ? [`Fix: ${fix.file}:${fix.line} ${fix.change}`] : []),
      ...(bug ? [`Bug: ${bug.title} (${bug.severity})`] : []),
      ...matches.map((match) => `Similar: ${match}`),
    ];
    return [
      `\n${paint(stdout, 'bold', classification || 'NOT CLASSIFIED')}  ${tests.join(', ')}`,
      ...lines.map((line) => `  ${plain(line).trim().replaceAll('\n', '\n  ')}`),
    ];
  });
}
