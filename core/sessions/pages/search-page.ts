import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { copyable, emptyState } from '#core/web/parts/feedback.ts';
import { choice, field, tick } from '#core/web/parts/form.ts';
import { count } from '#core/text/count.ts';
import { wrongDate } from '../search/search-query.ts';
import { hitsOfPage, lastPage, type PageQuery, type SearchContent } from './read-search-page.ts';
import { resultList } from './result-list.ts';
import type { SessionsFrame } from './sessions-site.ts';
import { useChart } from './use-chart.ts';

const roles = [
  { value: '', label: 'Anyone' },
  { value: 'user', label: 'You' },
  { value: 'assistant', label: 'The assistant' },
];

const options = [
  { value: 'messages', label: 'Messages' },
  { value: 'prompts', label: 'Prompts' },
  { value: 'sessions', label: 'Sessions' },
];

export function searchPage(view: SessionsFrame & SearchContent): string {
  const { assets, navigation, query, results, now } = view;
  return page({
    title: query.q === '' ? 'Session search' : `${query.q.slice(0, 60)} in sessions`,
    assets,
    navigation: navigation.map((item) => ({ ...item, current: item.url === '/' })),
    heading: 'Session search',
    lead: 'Search what you and your coding assistants said in all stored sessions.',
    body: html`${form(view)}
    ${
      results &&
      html`<section class="section" aria-labelledby="results-title">
          <h2 id="results-title">${titleOf(results, query)}</h2>
          ${results.hits.length === 0 ? nothing(query, view.problem) : resultList(results, query, now)}
          ${paging(query, results.hasMore)}
        </section>
        ${results.kind === 'latest' && useChart(results.use)}`
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
      hint: 'Matches this exact text; case does not matter.',
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
      ${choice('search', { name: 'role', label: 'Said by', options: roles, value: query.role })}
    </div>
    ${tick('search', {
      name: 'tools',
      label: 'Search in tool calls and their results too',
      checked: query.tools === 'true',
    })}
    <button class="button primary">Search</button>
  </form>`;
}

function titleOf(results: NonNullable<SearchContent['results']>, query: PageQuery): string {
  if (results.kind === 'latest') return 'Latest sessions';
  const { kind, amount, hasMore } = results;
  const text = `with “${query.q.slice(0, 100)}”`;
  const first = (Number(query.page) - 1) * hitsOfPage;
  if (first > 0) {
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    return amount === 0
      ? `No more ${kind} ${text}`
      : `${name} ${first + 1} to ${first + amount} ${text}`;
  }
  return `${hasMore ? 'The newest ' : ''}${count(amount, kind.slice(0, -1))} ${text}`;
}

function nothing({ q, project, from, to }: PageQuery, problem: string | undefined): Html {
  if (q === '') {
    const text = html`<p>
        ${problem ?? html`There are no sessions in the folder that <code>SESSIONINFO_DIR</code> names`}.
        In Lantern’s folder, start the service with the folder of your assistant, or upload a
        machine’s sessions:
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
      ${isFiltered ? 'Remove the project and dates, try' : 'Try'} fewer words, or change “Search
      in”.
    </p>`,
  );
}

/** Links to the pages before and after; at the end of what is shown a hint. */
function paging(query: PageQuery, hasMore: boolean): Html | false {
  const page = Number(query.page);
  if (page === 1 && !hasMore) return false;
  const to = (other: number) => {
    const { q, ...rest } = query;
    const target = new URLSearchParams({ q: q.toWellFormed(), ...rest, page: String(other) });
    return `/?${target.toString()}`;
  };
  return html`<nav class="pager" aria-label="Pages of hits">
    ${page > 1 && html`<a class="button" rel="prev" href="${to(page - 1)}">Newer</a>`}
    <span>Page ${page}</span>
    ${
      hasMore &&
      (page < lastPage
        ? html`<a class="button" rel="next" href="${to(page + 1)}">Older</a>`
        : html`<span>Add words to find older ones.</span>`)
    }
  </nav>`;
}
