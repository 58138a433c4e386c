import { html, type Html } from '#core/web/html.ts';
import { count } from '#core/text/count.ts';
import type { ChecksView } from '../views.ts';
import { shortCommit } from '../words.ts';

interface Finding {
  readonly page: string;
  readonly what: Html | string;
}

/** What was looked up in the repository, for those who maintain the project: each with what was not
 * found, by page. */
export function checkRows({ commit, report }: ChecksView) {
  const { names, citations, removed_citations: removed, diagrams, dead_links: links } = report;
  const titles = new Map(report.pages.map(({ slug, title }) => [slug, title]));
  const row = (key: string, summary: Html, findings: readonly Finding[], hint: string) =>
    findingsRow(
      key,
      summary,
      findings.map(({ page, what }) => ({ page: titles.get(page) ?? page, what })),
      hint,
    );
  const at = commit !== null && html` at ${shortCommit(commit)}`;
  return [
    names &&
      names.checked > 0 &&
      row(
        'names',
        html`${names.found.toLocaleString('en')} of ${count(names.checked, 'name')} found${at}`,
        names.missing.map(({ page, name, kind }) => ({
          page,
          what: html`<code class="break">${name}</code> (${kind})`,
        })),
        'These names are on a page but not in the repository. Check whether they are correct.',
      ),
    citations + removed > 0 &&
      row(
        'citations',
        html`${count(citations, 'citation')}${removed > 0 && `, ${removed} removed`}`,
        report.pages.flatMap(({ slug, removed_citations: own }) =>
          own > 0 ? [{ page: slug, what: `${own} removed` }] : [],
        ),
        'Removed citations named a file or a line that is not in the repository.',
      ),
    diagrams.drawn + diagrams.failed.length > 0 &&
      row(
        'diagrams',
        html`${count(diagrams.drawn, 'diagram')}${diagrams.failed.length > 0 && `, ${diagrams.failed.length} shown as code`}`,
        diagrams.failed.map(({ page, reason }) => ({ page, what: reason })),
        'A diagram that cannot be drawn is shown as its code.',
      ),
    links.length > 0 &&
      row(
        'links',
        html`${count(links.length, 'dead link')}`,
        links.map(({ page, target }) => ({
          page,
          what: html`<code class="break">${target}</code>`,
        })),
        'Links to pages or headings that the site does not have are shown as text.',
      ),
  ].filter((each) => !!each);
}

const maxShown = 100;

function findingsRow(key: string, summary: Html, findings: readonly Finding[], hint: string) {
  if (findings.length === 0) return { key, summary };
  const shown = findings.slice(0, maxShown);
  const pages = [...new Set(shown.map(({ page }) => page))];
  const body = html`<p class="hint">${hint}</p>
    <dl class="facts">
      ${pages.map(
        (page) =>
          html`<dt>${page}</dt>
            ${shown.filter((each) => each.page === page).map(({ what }) => html`<dd>${what}</dd>`)}`,
      )}
    </dl>`;
  return { key, summary, body, isWarning: true };
}
