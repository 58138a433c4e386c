import { html, type Html } from '#core/web/html.ts';
import { live } from '#core/web/parts/feedback.ts';
import { pager } from '#core/web/parts/pager.ts';
import { shownStates, stateFilter } from '#core/web/parts/state-filter.ts';
import { count } from '#core/text/count.ts';
import type { Dashboard } from './read-dashboard.ts';
import { firstSteps } from './first-steps.ts';
import { searchForm } from '../sites/search-form.ts';
import { projectCard } from './project-card.ts';
import type { ProjectState, Selection } from '../views.ts';

interface ProjectListView extends Pick<Dashboard, 'projects' | 'selection'> {
  readonly now: Date;
  readonly baseUrl: string;
  readonly mayGenerate: boolean;
  readonly refreshSeconds?: number | undefined;
}

/** A short list needs no filter. */
const minFilterable = 9;

export function projectList(view: ProjectListView): Html {
  const { selection, refreshSeconds } = view;
  const { all, text, counts } = selection;
  const seconds = refreshSeconds ?? (counts.generating > 0 ? 1 : 10);
  return html`<section class="section" aria-labelledby="projects-title">
    ${all > 0 && searchForm()} ${(all >= minFilterable || text !== '') && filterForm(selection)}
    ${live('projects', content(view), { seconds, source: urlOf(selection, { part: 'projects' }) })}
  </section>`;
}

/** Beside the region that renews itself, so that nothing is taken from under the reader's hands. */
function filterForm({ text, state }: Selection): Html {
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
    ${state !== undefined && html`<input type="hidden" name="status" value="${state}" />`}
    <button class="button">Filter</button>
  </form>`;
}

function content({ projects, selection, now, baseUrl, mayGenerate }: ProjectListView): Html {
  const { all, matching, text, state, page, pages } = selection;
  if (all === 0) {
    return html`<h2 id="projects-title" class="visually-hidden">Projects</h2>
      ${firstSteps(baseUrl, mayGenerate)}`;
  }
  const isWhole = text === '' && state === undefined;
  return html`<div class="section-heading">
      <div>
        <h2 id="projects-title">
          ${isWhole ? count(all, 'project') : `${matching.toLocaleString('en')} of ${count(all, 'project')}`}
        </h2>
        ${stateLinks(selection)}
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
      label: 'Pages of projects',
      page,
      pages,
      names: ['Newer', 'Show more'],
      to: (at) => urlOf(selection, { page: String(at) }),
      range: { from: selection.from, shown: projects.length, all: matching },
    })}`;
}

const names: Readonly<Record<ProjectState, string>> = {
  generating: 'under way',
  ready: 'ready',
  gaps: 'with gaps',
  error: 'failed',
};

function stateLinks(selection: Selection): Html {
  const { counts, state } = selection;
  const kinds = shownStates({ names, counts, chosen: state });
  if (kinds.length === 0) return html``;
  if (kinds.length < 2 && state === undefined) return html`<p>Newest first.</p>`;
  const to = (status: ProjectState | undefined) => urlOf(selection, { status });
  return stateFilter({ names, counts, chosen: state, all: 'All states', to });
}

function nothingFound({ text, state }: Selection): Html {
  const ending = state === undefined ? '' : ` that is ${names[state]}`;
  return html`<div class="empty">
    <h3>No project${text === '' ? ending : html` with “${text}”${ending}`}</h3>
    <p>All words must match a name, owner, repository address or branch. Try fewer words.</p>
    <p><a class="button" href="/">Show all projects</a></p>
  </div>`;
}

/** The same list, changed in what is named; another state begins at its first page. */
function urlOf(
  { text, state, page }: Selection,
  changes: { status?: string | undefined; page?: string; part?: string },
): string {
  const isOther = 'status' in changes;
  const parameters = {
    part: changes.part,
    q: text === '' ? undefined : text,
    status: isOther ? changes.status : state,
    page: changes.page ?? (isOther || page === 1 ? undefined : String(page)),
  };
  const entries = Object.entries(parameters).filter((each): each is [string, string] => !!each[1]);
  const query = new URLSearchParams(entries).toString();
  return query === '' ? '/' : `/?${query}`;
}
