import { html, type Html } from '#core/web/html.ts';
import { foundKinds, type Match, maxMatches } from '#core/web/overview.ts';
import { page } from '#core/web/page.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { navigation } from '../navigation.ts';
import type { PageFrame } from '../views.ts';
import type { Found } from './find-everywhere.ts';

type View = Omit<PageFrame, 'navigation'> & { readonly results: Found | undefined };

const titles: Readonly<Record<Match['kind'], string>> = {
  command: 'Commands',
  project: 'Projects',
  page: 'Pages',
  job: 'Jobs',
  test: 'Tests',
  pull: 'Pull requests',
  delivery: 'Deliveries',
  session: 'Sessions',
};

/** One field for all services of the home; what was found stands below it by its kind. */
export function searchPage(view: View): string {
  const { assets, user, results } = view;
  return page({
    title: results ? `${results.q}, search` : 'Search',
    assets,
    navigation: navigation(view),
    ...(user && { user }),
    heading: 'Search',
    lead: 'Commands, projects, pages, jobs, tests, pull requests, deliveries and sessions, in all services.',
    body: html`<form class="project-filter" method="get" action="/search" role="search">
        <input
          type="search"
          name="q"
          value="${results?.q}"
          maxlength="200"
          required
          autofocus
          aria-label="Search everything"
          placeholder="Name, error, or words from a session"
        />
        <button class="button primary">Search</button>
      </form>
      ${results && groups(results)}`,
  });
}

function groups({ q, services }: Found): Html {
  const matches = services.flatMap(({ base, answer }) =>
    typeof answer === 'string'
      ? []
      : (answer.found ?? []).map((match) => ({ ...match, url: `${base}${match.path}` })),
  );
  return html`<lantern-services>
    ${services.map(({ name, home, answer }) => {
      if (answer === 'silent') return html`<p class="hint">${name} did not respond.</p>`;
      if (answer !== 'refused') return false;
      return html`<p class="hint">
        ${name} is not searched:
        ${home === undefined ? 'you are not signed in there.' : html`<a href="${home}">sign in there</a>.`}
      </p>`;
    })}
    ${
      matches.length === 0 &&
      emptyState(`Nothing matches “${q}”`, html`<p>Try a shorter part of the text.</p>`)
    }
    ${foundKinds.map((kind) => {
      const all = matches.filter((match) => match.kind === kind);
      // They are a shortcut: what is searched for mostly comes below.
      const own = kind === 'command' ? all.slice(0, maxMatches) : all;
      if (own.length === 0) return false;
      return html`<section class="section" aria-labelledby="${`found-${kind}`}">
        <h2 id="${`found-${kind}`}">${titles[kind]}</h2>
        <ul class="lines" role="list">
          ${own.map(
            ({ url, text, hint }) =>
              html`<li class="break">
                <a href="${url}">${text}</a>
                ${hint !== undefined && html`<span class="muted">${hint}</span>`}
              </li>`,
          )}
        </ul>
      </section>`;
    })}
  </lantern-services>`;
}
