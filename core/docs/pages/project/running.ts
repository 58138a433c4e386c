import { html, type Html } from '#core/web/html.ts';
import { clock, progress } from '#core/web/parts/feedback.ts';
import type { ProjectView, RunningView, WritingView } from '../views.ts';
import { stageText, usageText } from '../words.ts';

/** Stage, bar, current page, time and tokens of a generation under way. */
export function running(name: string, view: RunningView | undefined): Html {
  if (!view) return progress(`Generation of ${name}`, { text: stageText('queued') });
  const { stage, done, total, page, seconds } = view;
  const isCounted = stage === 'generating_pages' && total > 0;
  const usage = usageText(view.used);
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

const stages = [
  { label: 'Repository', is: ['cloning', 'up_to_date'] },
  { label: 'Plan', is: ['planning'] },
  { label: 'Pages', is: ['generating_pages'] },
  { label: 'Site', is: ['rendering'] },
];

const states = { done: 'written', writing: 'being written', waiting: 'waiting' } as const;

/** All stages and, by name, all pages of a generation under way. */
export function runningSection(
  { name, running: view }: ProjectView,
  pages: readonly WritingView[],
): Html {
  const at = stages.findIndex(({ is }) => is.includes(view?.stage ?? ''));
  return html`<section class="card stack" data-key="progress" aria-label="Progress">
    <ol class="stages" role="list">
      ${stages.map(
        ({ label }, index) =>
          html`<li class="${index < at && 'done'}" ${index === at && html`aria-current="step"`}>
            ${label}${index < at && html`<span class="visually-hidden">: done</span>`}
          </li>`,
      )}
    </ol>
    ${running(name, view)}
    ${
      pages.length > 0 &&
      html`<ul class="writing" role="list" aria-label="Pages">
        ${pages.map(
          ({ title, state }) =>
            html`<li class="is-${state}">
              ${title}<span class="visually-hidden">: ${states[state]}</span>
            </li>`,
        )}
      </ul>`
    }
  </section>`;
}
