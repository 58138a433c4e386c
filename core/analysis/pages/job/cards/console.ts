import { html, type Html } from '#core/web/html.ts';
import { count } from '#core/text/count.ts';
import { consoleSource } from '../../../explain/prompts/subject.ts';
import { excerptLines } from '../../../intake/builds/console-excerpt.ts';
import { consoleKey } from '../../../jobs/steps/store-consoles.ts';
import type { Group } from '../view/groups.ts';
import type { JobPageView } from '../view/job-view.ts';

/** Lines before and after one that is quoted. */
const around = 5;

/** The lines of the console output that the analysis quotes with their neighbours, else what was
 * excerpted of it. */
export function consoleText(
  { consoles }: Pick<JobPageView, 'consoles'>,
  group: Group,
): Html | false {
  const excerpt = consoles[consoleKey(group)];
  if (!excerpt) return false;
  const quotes = group.analysis.artifacts_evidence.matchAll(
    new RegExp(`^${consoleSource}:(\\d{1,9}):`, 'gm'),
  );
  const quoted = new Set([...quotes].map(([, number]) => Number(number)));
  const isNear = (line: number) => [...quoted].some((each) => Math.abs(each - line) <= around);
  const all = excerptLines(excerpt);
  const lines = quoted.size === 0 ? all : all.filter(({ number }) => isNear(number));
  if (lines.length === 0) return false;
  return html`<details class="more" data-key="console">
    <summary>Console output, ${count(lines.length, 'line')}</summary>
    <pre class="snippet" tabindex="0">
${lines.map(({ number, text }) => {
        const line = number === 0 ? text : `${number}: ${text}`;
        return quoted.has(number) ? html`<mark>${line}</mark>${'\n'}` : `${line}\n`;
      })}</pre>
  </details>`;
}
