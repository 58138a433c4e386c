import type { Comparison, ResultEnvelope } from '#core/analysis/base/schema/views.ts';
import { count } from '#core/text/count.ts';
import { failuresOf } from './failures-of.ts';

const maxCauses = 20;
const maxTests = 10;
const maxCharacters = 600;

/** What an analysis found, as Markdown for the page of a pipeline. All texts are of strangers: none of
 * them is markup, a link or a mention. */
export function summaryText(
  envelope: ResultEnvelope,
  { compared_with, new: fresh, fixed, still_failing, not_run = [], known = [] }: Comparison,
  server: string,
): string {
  const { job_id, result } = envelope;
  const failures = failuresOf(result);
  const causes = [...Map.groupBy(failures, ({ analysis }) => JSON.stringify(analysis)).values()];
  const name = jobOf(envelope);
  const compared = [
    [fresh.length, 'new'],
    [still_failing.length, 'still failing'],
    [fixed.length, 'fixed'],
    ...(not_run.length > 0 ? [[not_run.length, 'not run']] : []),
    ...(known.length > 0 ? [[known.length, 'known']] : []),
  ].map(([number, what]) => `**${number}** ${what}`);
  const shown = causes.slice(0, maxCauses).map((group) => causeText(group));
  return [
    `### ${name ? `${plain(name)}: ` : ''}${count(failures.length, 'failure')}, ${count(causes.length, 'cause')}`,
    '',
    compared_with === null
      ? 'There is no earlier analysis to compare with.'
      : `${compared.join(', ')} since the previous analysis.`,
    ...shown,
    ...(causes.length > maxCauses ? ['', `${causes.length - maxCauses} more causes.`] : []),
    ...flakyText(result.request_params.passed_on_retry),
    '',
    `[The analysis with its evidence](${server}/results/${job_id})`,
    '',
  ].join('\n');
}

/** Undefined: nobody named it. */
export function jobOf({ result, run }: ResultEnvelope): string | undefined {
  return 'job_name' in result ? result.job_name : (run?.job_name ?? undefined);
}

/** Tests that are no failures, and yet not to be forgotten. */
function flakyText(
  retried: ResultEnvelope['result']['request_params']['passed_on_retry'],
): readonly string[] {
  if (!retried) return [];
  const names = retried.tests.slice(0, maxTests).map(({ test_name }) => plain(test_name));
  const more = retried.count > names.length ? `, and ${retried.count - names.length} more` : '';
  return ['', `**Flaky**, passed on a retry: ${names.join(', ')}${more}`];
}

function causeText(group: ReturnType<typeof failuresOf>): string {
  const [first] = group;
  const { classification, details } = first?.analysis ?? { classification: '', details: '' };
  const tests = [...new Set(group.map(({ test_name }) => test_name))];
  const more = tests.length > maxTests ? `, and ${tests.length - maxTests} more` : '';
  const error = first?.error.split('\n', 1)[0] ?? '';
  return [
    '',
    `**${classification === '' ? 'Without a class' : plain(classification)}**: ${tests.slice(0, maxTests).map(plain).join(', ')}${more}`,
    ...(error === '' ? [] : ['', `> ${plain(error)}`]),
    '',
    plain(details),
  ].join('\n');
}

/** One line without markup. After a zero-width space no name is mentioned and no issue referred to. */
function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const short = line.length > maxCharacters ? `${line.slice(0, maxCharacters)} …` : line;
  return short
    .replaceAll(/[\\`*_{}[\]()<>!|~$:]/g, (sign) => `\\${sign}`)
    .replaceAll(/[@#]/g, (sign) => `${sign}\u200B`);
}
