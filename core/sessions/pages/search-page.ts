import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { copyable, emptyState } from '#core/web/parts/feedback.ts';
import { choice, field } from '#core/web/parts/form.ts';
import { count } from '#core/web/words.ts';
import { wrongDate } from '../search/search-query.ts';
import type { PageQuery, SearchContent } from './read-search-page.ts';
import { resultList } from './result-list.ts';
import type { SessionsFrame } from './sessions-site.ts';

const options = [
  { value: 'messages', label: 'Messages' },
  { value: 'prompts', label: 'Prompts' },
  { value: 'sessions', label: 'Sessions' },
];

export function searchPage(view: SessionsFrame & SearchContent): string {
  const { assets, query, results, now } = view;
  return page({
    title: query.q === '' ? 'Session search' : `${query.q.slice(0, 60)} in sessions`,
    assets,
    heading: 'Session search',
    lead: 'What you and your coding assistants said, in every stored session.',
    body: html`${form(view)}
    ${
      results &&
      html`<section class="section" aria-labelledby="results-title">
        <h2 id="results-title">${titleOf(results, query)}</h2>
        ${results.hits.length === 0 ? nothing(query, view.problem) : resultList(results, query.q, now)}
        ${results.kind !== 'latest' && results.hits.length === Number(query.limit) && more(query)}
      </section>`
    }`,
  });
}

function form({ query, wrong }: SearchContent): Html {
  const date = (name: 'from' | 'to', label: string) =>
    field('search', {
      name,
      label,
      value: query[name],
      placeholder: '2026-01-31',
      literal: true,
      ...(wrong[name] && { error: `${label} ${wrongDate}` }),
    });
  return html`<form class="form search-form" method="get" action="/" role="search">
    ${field('search', {
      name: 'q',
      label: 'Text',
      type: 'search',
      value: query.q,
      literal: true,
      hint: 'Found as it stands, in any case.',
    })}
    <div class="inline-form">
      ${choice('search', { name: 'kind', label: 'Search in', options, value: query.kind })}
      ${field('search', {
        name: 'project',
        label: 'Project',
        value: query.project,
        literal: true,
        placeholder: 'part of its folder',
      })}
      ${date('from', 'From')} ${date('to', 'To')}
    </div>
    <button class="button primary">Search</button>
  </form>`;
}

function titleOf({ kind, hits }: NonNullable<SearchContent['results']>, query: PageQuery): string {
  if (kind === 'latest') return 'Latest sessions';
  const atLeast = hits.length === Number(query.limit) ? 'The first ' : '';
  return `${atLeast}${count(hits.length, kind.slice(0, -1))} with “${query.q.slice(0, 100)}”`;
}

function nothing({ q, project, from, to }: PageQuery, problem: string | undefined): Html {
  if (q === '') {
    const text = html`<p>
        ${problem ?? html`There are no stored sessions in the folder of the setting <code>SESSIONINFO_DIR</code>`}.
        Start the service with the folder of your assistant, or upload the sessions of a machine, in
        Lantern’s folder:
      </p>
      ${copyable(
        'the commands that give it sessions',
        'SESSIONINFO_DIR=~/.claude/projects npm run serve -- sessions\nnpm run --silent lantern -- sessions push',
      )}`;
    return emptyState('No sessions yet', text);
  }
  const isFiltered = project !== '' || from !== '' || to !== '';
  return emptyState(
    'Nothing found',
    html`<p>
      ${isFiltered ? 'Try it without project and dates, or' : 'Try'} fewer words, or search in
      another kind. Tool calls and their results are not searched.
    </p>`,
  );
}

/** The same search with the largest limit. */
function more(query: PageQuery): Html | false {
  if (query.limit === '500') return html`<p>Add words to narrow the search: no more are shown.</p>`;
  const { q, ...rest } = query;
  const target = new URLSearchParams({ q: q.toWellFormed(), ...rest, limit: '500' });
  return html`<p><a class="button" href="/?${target.toString()}">Show up to 500</a></p>`;
}
