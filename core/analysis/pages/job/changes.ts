import { count } from '#core/text/count.ts';
import { html, type Html } from '#core/web/html.ts';
import type { RunChanges } from '../../base/schema/changes.ts';
import type { JobPageView } from './view/job-view.ts';

const shown = { commits: 10, files: 50 };
const idLength = 12;

/** Commits and files since the last run that passed. */
export function changesSection({ job: { changes } }: JobPageView): Html | false {
  if (!changes) return false;
  const { since, commits, files, is_whole } = changes;
  const more = is_whole ? '' : ' or more';
  return html`<section class="card overview section-gap" aria-labelledby="changes-title">
    <h2 id="changes-title">What changed since ${since}, the last run that passed</h2>
    ${
      commits.length === 0
        ? html`<p class="muted">No commits: the code may not be the cause.</p>`
        : html`<ul class="names">
            ${commits.slice(0, shown.commits).map(commitLine)}
          </ul>`
    }
    ${folded(count(commits.length - shown.commits, 'earlier commit'), commits.slice(shown.commits).map(commitLine))}
    ${folded(
      `${count(files.length, 'changed file')}${more}`,
      files.slice(0, shown.files).map((path) => html`<li><code>${path}</code></li>`),
    )}
  </section>`;
}

function commitLine({ id, author, message }: RunChanges['commits'][number]): Html {
  return html`<li>
    ${message || 'No message'}
    <span class="muted">${author}</span> <code>${id.slice(0, idLength)}</code>
  </li>`;
}

function folded(summary: string, lines: readonly Html[]): Html | false {
  if (lines.length === 0) return false;
  return html`<details class="more">
    <summary>${summary}</summary>
    <ul class="names">
      ${lines}
    </ul>
  </details>`;
}
