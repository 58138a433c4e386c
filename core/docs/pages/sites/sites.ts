import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { emptyState } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { navigation } from '../navigation.ts';
import { type PageFrame, projectUrls } from '../views.ts';
import { foundSections, type FoundView } from './found-sections.ts';
import { searchForm } from './search-form.ts';

export interface SiteEntry {
  readonly name: string;
  readonly owner: string;
  /** The name alone leads to this one. */
  readonly isOwn: boolean;
  /** No other site has this name. */
  readonly isOnly: boolean;
  readonly generatedAt: string;
}

/** Without a user: the sites are public, and the reader has not signed in. */
type SitesView = Omit<PageFrame, 'navigation'> & {
  /** None where something was looked for. */
  readonly sites: readonly SiteEntry[];
  /** Absent: nothing was looked for. */
  readonly results?: FoundView | undefined;
};

export function sitesPage(view: SitesView): string {
  const { assets, user, sites, results } = view;
  return page({
    title: 'Documentation',
    assets,
    ...(user && { user, navigation: navigation(view, 'sites') }),
    heading: 'Documentation',
    lead: 'The sites that you can read.',
    body: html`${(results ?? sites.length > 0) && searchForm(results?.q)}
    ${results ? foundSections(results) : siteTable(view)}
    ${user === undefined && html`<p class="section"><a class="button" href="/login">Sign in</a></p>`}`,
  });
}

function siteTable({ user, sites, now }: SitesView): Html {
  const hasTwins = sites.some(({ isOnly }) => !isOnly);
  return html`<h2 class="visually-hidden">Sites</h2>
    ${table({
      caption: 'Documentation sites',
      rows: sites,
      // Readers without a session are not told who owns what.
      id: (site) => projectUrls(site).site,
      ...(sites.length > 8 && { filter: 'Filter sites' }),
      empty: emptyState(
        'No sites yet',
        html`<p>A site appears here when a project of yours, or one that you can read, is ready.</p>
          ${user && html`<p><a class="button" href="/">Document a repository</a></p>`}`,
      ),
      columns: [
        {
          label: 'Site',
          kind: 'heading',
          sort: 'text',
          value: ({ name }) => name,
          cell: (site) => html`<a href="${projectUrls(site).site}">${site.name}</a>`,
        },
        ...(user !== undefined || hasTwins
          ? [{ label: 'Owner', sort: 'text', cell: ({ owner }: SiteEntry) => owner } as const]
          : []),
        {
          label: 'Generated',
          sort: 'text',
          value: ({ generatedAt }) => generatedAt,
          cell: ({ generatedAt }) => ago(generatedAt, now),
        },
      ],
    })}`;
}
