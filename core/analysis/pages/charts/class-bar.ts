import { html, type Html } from '#core/web/html.ts';
import { classes, classesText, classWords, type ClassCounts } from '../words.ts';

const width = 1_000;

/** One bar, divided by class. */
export function classBar(counts: ClassCounts): Html | false {
  const total = classes.reduce((sum, each) => sum + counts[each], 0);
  if (total === 0) return false;
  let at = 0;
  return html`<svg
    class="chart class-bar"
    viewBox="0 0 ${width} 10"
    preserveAspectRatio="none"
    role="img"
    aria-label="${classesText(counts)}"
  >
    ${classes.map((each) => {
      const length = (counts[each] / total) * width;
      const rect = html`<rect
        class="part-${classWords(each).slug}"
        x="${at.toFixed(1)}"
        y="0"
        width="${Math.max(0, at + length < width - 1 ? length - 4 : length).toFixed(1)}"
        height="10"
      />`;
      at += length;
      return counts[each] > 0 && rect;
    })}
  </svg>`;
}
