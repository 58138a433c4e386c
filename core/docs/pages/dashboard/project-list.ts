import { html, type Html } from '#core/web/html.ts';
import { live } from '#core/web/parts/feedback.ts';
import { pager } from '#core/web/parts/pager.ts';
import { shownStates, standings } from '#core/web/parts/standings.ts';
import { count } from '#core/web/words.ts';
import { firstSteps } from './first-steps.ts';
import { projectCard } from './project-card.ts';
import type { ProjectView, Selection, Standing } from '../views.ts';

export interface ProjectListView {
  readonly projects: readonly ProjectView[];
  readonly selection: Selection;
  /** The state that is shown, and whether the server says when it changes. */
  readonly seen: string;
  readonly follows: readonly unknown[];
  readonly now: Date;
  readonly baseUrl: string;
  readonly mayGenerate: boolean;
  /** Seconds between updates; by default short while something runs. */
  readonly refreshSeconds?: number | undefined;
}

/** A short list needs no filter. */
const fewest = 9;

export function projectList(view: ProjectListView): Html {
  const { selection, seen, follows, refreshSeconds } = view;
  const { all, text, counts } = selection;
  // Where it follows, the server waits. What runs on other pages of the list is asked for.
  const busy = follows.length > 0 ? 0.3 : 2;
  const seconds = refreshSeconds ?? (counts.generating > 0 ? busy : 10);
  return html`<section class="section" aria-labelledby="projects-title">
    ${(all >= fewest || text !== '') && filterForm(selection)}
    ${live('projects', content(view), { seconds, source: urlOf(selection, { part: 'projects', seen }) })}
  </section>`;
}

/** Beside the region that renews itself, so that nothing is taken from under the reader's hands. */
function filterForm({ text, standing }: Selection): Html {
  return html`<form class="project-filter" method="get" action="/" role="search">
    <input
      type="search"
      name="q"
      value="${text}"
      maxlength="200"
      aria-label="Filter projects"
      placeholder="Filter projects"
      data-shortcut="k"
    />
    ${standing !== undefined && html`<input type="hidden" name="status" value="${standing}" />`}
    <button class="button">Filter</button>
  </form>`;
}

function content({ projects, selection, now, baseUrl, mayGenerate }: ProjectListView): Html {
  const { all, matching, text, standing, page, pages } = selection;
  if (all === 0) {
    return html`<h2 id="projects-title" class="visually-hidden">Projects</h2>
      ${firstSteps(baseUrl, mayGenerate)}`;
  }
  const isWhole = text === '' && standing === undefined;
  return html`<div class="section-heading">
      <div>
        <h2 id="projects-title">
          ${isWhole ? count(all, 'project') : `${matching.toLocaleString('en')} of ${count(all, 'project')}`}
        </h2>
        ${standingLinks(selection)}
      </div>
    </div>
    ${
      matching === 0
        ? nothingFound(selection)
        : html`<ul class="projects" role="list">
            ${projects.map((project) => projectCard(project, now))}
          </ul>`
    }
    ${pager({
      ...{ label: 'Pages of projects', page, pages, names: ['Newer', 'Show more'] },
      to: (at) => urlOf(selection, { page: String(at) }),
      range: { from: selection.from, shown: projects.length, all: matching },
    })}`;
}

const names: Readonly<Record<Standing, string>> = {
  generating: 'under way',
  ready: 'ready',
  gaps: 'with gaps',
  error: 'failed',
};

function standingLinks(selection: Selection): Html {
  const { counts, standing: chosen } = selection;
  const kinds = shownStates({ names, counts, chosen });
  if (kinds.length === 0) return html``;
  if (kinds.length < 2 && chosen === undefined) return html`<p>Newest first.</p>`;
  const to = (status: Standing | undefined) => urlOf(selection, { status });
  return standings({ names, counts, chosen, all: 'All states', to });
}

function nothingFound({ text, standing }: Selection): Html {
  const state = standing === undefined ? '' : ` that is ${names[standing]}`;
  return html`<div class="empty">
    <h3>No project here${text === '' ? state : html` with “${text}”${state}`}</h3>
    <p>
      Every word is looked for in names, owners, repository addresses and branches. Fewer words find
      more.
    </p>
    <p><a class="button" href="/">Show all projects</a></p>
  </div>`;
}

/** The same list, changed in what is named; another state begins at its first page. */
function urlOf(
  { text, standing, page }: Selection,
  changes: { status?: string | undefined; page?: string; part?: string; seen?: string },
): string {
  const isOther = 'status' in changes;
  const wanted = {
    part: changes.part,
    q: text === '' ? undefined : text,
    status: isOther ? changes.status : standing,
    seen: changes.seen,
    page: changes.page ?? (isOther || page === 1 ? undefined : String(page)),
  };
  const given = Object.entries(wanted).filter((each): each is [string, string] => !!each[1]);
  const query = new URLSearchParams(given).toString();
  return query === '' ? '/' : `/?${query}`;
}
