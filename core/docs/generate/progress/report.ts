import type { PageNames } from '#core/docs/evidence/names/check-names.ts';
import { namesReport, type NamesReport } from '#core/docs/evidence/names/names-report.ts';
import type { SiteReport } from '#core/docs/site/site-source.ts';
import type { Generation, GenerationPage } from '#core/docs/tables.ts';
import { sumUsage, type Usage } from '../asking/usage.ts';

/** What a generation found out, for people. */
export interface Report {
  readonly pages: readonly {
    readonly slug: string;
    readonly title: string;
    readonly result: 'written' | 'reused' | 'failed' | 'not written';
    /** Why it was reused or written, or how it failed. */
    readonly reason: string | null;
    readonly removed_citations: number;
  }[];
  readonly citations: number;
  readonly removed_citations: number;
  readonly dead_links: SiteReport['deadLinks'];
  readonly diagrams: SiteReport['diagrams'];
  /** How many names of the pages were looked up at the commit. Null: the files were gone. */
  readonly names: NamesReport | null;
}

const mostDeadLinks = 500;
const mostFailedDiagrams = 100;

const noSite = { deadLinks: [], diagrams: { drawn: 0, failed: [] } };

export function reportOf(
  pages: readonly GenerationPage[],
  site: Pick<SiteReport, 'deadLinks' | 'diagrams'> = noSite,
  names: readonly PageNames[] | null = null,
): Report {
  return {
    pages: pages.map((page) => {
      const { slug, title, error, reason, removed_citations } = page;
      return { slug, title, result: resultOf(page), reason: error ?? reason, removed_citations };
    }),
    citations: sum(pages.map(({ citations }) => citations.length)),
    removed_citations: sum(pages.map(({ removed_citations }) => removed_citations)),
    dead_links: site.deadLinks.slice(0, mostDeadLinks),
    diagrams: {
      drawn: site.diagrams.drawn,
      failed: site.diagrams.failed.slice(0, mostFailedDiagrams),
    },
    names: names && namesReport(names),
  };
}

/** The counts of a generation that has come to its end; `planned` is what the plan took. */
export function totalsOf(pages: readonly GenerationPage[], planned: Usage): Partial<Generation> {
  return {
    ...sumUsage(planned, pages),
    pages: pages.filter(({ state }) => state === 'done').length,
    reused_pages: pages.filter(({ reused }) => reused).length,
    error_pages: pages.filter(({ error }) => error !== null).length,
  };
}

function resultOf({ state, reused, error }: GenerationPage): Report['pages'][number]['result'] {
  if (state !== 'done') return 'not written';
  if (error !== null) return 'failed';
  return reused ? 'reused' : 'written';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
