import { html, type Html } from '#core/web/html.ts';
import { asked } from '#core/web/parts/asked.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { count } from '#core/text/count.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { CorrectionRow } from '../../base/schema/views.ts';
import { listCorrections } from '../../results/list-corrections.ts';
import type { PageFrame } from '../analysis-site.ts';
import { section, sitePage } from '../site-page.ts';
import { jobUrl } from '../urls.ts';
import { classBadge, testLink } from '../words.ts';
import { forgetCorrection } from './questions.ts';

interface CorrectionsView extends PageFrame {
  readonly corrections: readonly CorrectionRow[];
}

const maxShown = 500;

export async function showCorrections(
  needs: Pick<Platform, 'records'>,
  frame: PageFrame,
): Promise<string> {
  return correctionsPage({ ...frame, corrections: await listCorrections(needs) });
}

function correctionsPage(view: CorrectionsView): string {
  return sitePage(view, {
    title: 'Corrections',
    current: 'tests',
    heading: 'Corrections',
    lead: 'Classes that people set for errors. Later analyses use them without asking a model.',
    body: section({
      name: 'corrections',
      title: count(view.corrections.length, 'correction'),
      body: list(view),
    }),
  });
}

function list({ corrections, now }: CorrectionsView): Html {
  return html`${table({
    caption: 'Corrections, newest first',
    rows: corrections.slice(0, maxShown),
    id: ({ signature }) => signature,
    filter: 'Filter corrections',
    empty: emptyState(
      'No corrections yet',
      html`<p>Open an analysis and choose “Change the class” of a cause to add one.</p>`,
    ),
    columns: [
      { label: 'Tests', kind: 'heading', cell: testsCell },
      { label: 'Class', cell: ({ classification }) => classBadge(classification) },
      {
        label: 'Why',
        cell: ({ reason }) => html`<span class="break">${reason === '' ? '–' : reason}</span>`,
      },
      { label: 'By', cell: ({ username }) => (username === '' ? 'someone' : username) },
      {
        label: 'When',
        cell: ({ job_id, updated_at }) =>
          html`<a href="${jobUrl(job_id)}">${ago(updated_at, now)}</a>`,
      },
      { label: 'Undo', cell: forgetForm },
    ],
  })}
  ${
    corrections.length > maxShown &&
    html`<p class="hint">${corrections.length - maxShown} more are in GET /history/overrides.</p>`
  }`;
}

const maxTests = 3;

function testsCell({ tests }: CorrectionRow): Html {
  const more = tests.length - maxTests;
  return html`${tests.slice(0, maxTests).map((test) => html`${testLink(test)} `)}${
    more > 0 && html`<span class="hint">and ${more} more</span>`
  }`;
}

function forgetForm({ signature, tests }: CorrectionRow): Html {
  return html`<lantern-form
    done="The correction was removed."
    next="reload"
    ${asked(forgetCorrection)}
  >
    <form method="post" action="/corrections">
      <input type="hidden" name="signature" value="${signature}" />
      <button class="button quiet">
        Forget<span class="visually-hidden"> the correction of ${tests[0] ?? 'this error'}</span>
      </button>
    </form>
  </lantern-form>`;
}
