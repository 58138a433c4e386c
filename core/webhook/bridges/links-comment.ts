import { count } from '#core/text/count.ts';
import { quote } from '../pulls/quote.ts';
import type { WorkflowRun } from '#core/scm/workflow-runs.ts';

const heading = '### Analysis of failed tests';
const maxLines = 10;

/** The comment with the results of all runs of a pull request, after one more. */
export function withLink(
  earlier: string | undefined,
  run: WorkflowRun,
  link: string,
  failures: number,
) {
  const id = `<!-- run ${run.id} -->`;
  const others = (earlier ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- ') && !line.endsWith(id));
  const what = count(failures, 'failure');
  const name = `run ${run.run_number} of ${quote(run.name)}`;
  const commit = quote(run.head_sha.slice(0, 10));
  const line = `- [${what}](<${link}>) of [${name}](<${run.html_url}>) at ${commit} ${id}`;
  return [heading, '', ...[...others, line].slice(-maxLines)].join('\n');
}
