import { html, type Html } from '#core/web/html.ts';
import { count } from '#core/text/count.ts';
import { readProblem, type ReadProblem } from '../../../explain/grouping/read-problem.ts';
import type { Group, GroupTest } from '../view/groups.ts';
import type { JobPageView } from '../view/job-view.ts';

type View = Pick<JobPageView, 'traces'>;

const fewLines = 12;
const maxLength = 20_000;
const maxTitleLength = 160;
const maxOwnFrames = 5;

/** What went wrong, without the title and the source code that some frameworks print around it. */
export function problemOf({ traces }: View, { error, trace }: GroupTest): ReadProblem {
  const { stack = '', output = '' } = traces[trace ?? -1] ?? {};
  return readProblem({ error_message: error, stack_trace: stack, output });
}

/** The error of a group, the project's own frames, and, folded, the whole stack trace and what the
 * test printed. */
export function failureText(view: View, { tests }: Pick<Group, 'tests'>): Html | false {
  const [first] = tests;
  if (!first) return false;
  const { error, frames } = problemOf(view, first);
  const { stack = '', output = '' } = view.traces[first.trace ?? -1] ?? {};
  const own = frames.filter(({ isOwn }) => isOwn).slice(0, maxOwnFrames);
  return html`${block('Error', error)}
  ${own.length > 0 && html`<pre class="snippet" tabindex="0">${own.map(({ line }) => `${line}\n`).join('')}</pre>`}
  ${stack.trim() !== '' && folded('Stack trace', 'stack', stack)}
  ${output.trim() !== '' && folded('Output of the test', 'output', output)}`;
}

function block(name: string, content: string): Html | false {
  const text = content.trim().slice(0, maxLength);
  if (text === '') return false;
  const lines = text.split('\n');
  if (lines.length <= fewLines) return html`<pre class="snippet" tabindex="0">${text}</pre>`;
  const start = lines.slice(0, fewLines).join('\n');
  return html`<pre class="snippet" tabindex="0">${start}</pre>
    ${folded(name, 'error', text)}`;
}

function folded(name: string, key: string, content: string): Html {
  const text = content.slice(0, maxLength).trimEnd();
  return html`<details class="more" data-key="${key}">
    <summary>${name}, ${count(text.split('\n').length, 'line')}</summary>
    <pre class="snippet" tabindex="0">${text}</pre>
  </details>`;
}

/** The message of a member that is not that of the card. */
export function ownError(
  view: View,
  test: GroupTest,
  { tests }: Pick<Group, 'tests'>,
): Html | false {
  const [first] = tests;
  if (!first || (first.error === test.error && first.trace === test.trace)) return false;
  const { error } = problemOf(view, test);
  if (error === problemOf(view, first).error) return false;
  return html`<p class="own-error muted break">${error.trim().slice(0, maxTitleLength)}</p>`;
}
