import { html, type Html } from '#core/web/html.ts';
import { clock, progress } from '#core/web/parts/feedback.ts';
import type { RunningView } from '../views.ts';
import { stageText, usageText } from '../words.ts';

/** Stage, bar, current page, time and tokens of a generation under way. */
export function running(name: string, view: RunningView | undefined): Html {
  if (!view) return progress(`Generation of ${name}`, { text: stageText('queued') });
  const { stage, done, total, page, seconds, tokens, cost } = view;
  const isCounted = stage === 'generating_pages' && total > 0;
  const usage = usageText(tokens, cost);
  return html`<div class="running">
    ${progress(`Generation of ${name}`, {
      ...(isCounted && { value: done, max: total }),
      text: isCounted ? `${stageText(stage)}: ${done} of ${total}` : stageText(stage),
    })}
    <p class="running-page">${isCounted && page !== null && page}</p>
    <p class="running-facts">
      <span>${clock(seconds)}</span>${usage !== undefined && html`<span>${usage}</span>`}
    </p>
  </div>`;
}
