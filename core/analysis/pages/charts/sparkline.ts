import { html, type Html } from '#core/web/html.ts';
import { count } from '#core/web/words.ts';
import type { TestHistory } from '#core/analysis/base/schema/views.ts';
import { classWords } from '../words.ts';

type Run = TestHistory['recent_runs'][number];

const [width, height, most] = [600, 40, 60];

/** The latest runs from left to right: a tall bar in the colour of the class for a failure, a low one
 * for a run in which the test did not fail. The table of runs says the same. */
export function sparkline(runs: readonly Run[]): Html {
  const shown = runs.slice(0, most).toReversed();
  const step = width / Math.max(shown.length, 40);
  const failed = shown.filter((run) => run.failed).length;
  return html`<svg
    class="chart sparkline"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${`Failed in ${failed} of the latest ${count(shown.length, 'run')}; the newest is on the right.`}"
  >
    ${shown.map((run, at) => {
      const tall = run.failed ? height : height * 0.25;
      const kind = run.failed ? classWords(run.classification).slug : 'passed';
      return html`<rect
        class="part-${kind}"
        x="${(at * step).toFixed(1)}"
        y="${(height - tall).toFixed(1)}"
        width="${(step * 0.8).toFixed(1)}"
        height="${tall.toFixed(1)}"
      />`;
    })}
  </svg>`;
}
