import type { PageNames } from '../../evidence/names/check-names.ts';
import type { GenerationReport } from '../../schema.ts';
import type { SiteReport } from '../../site/site-source.ts';
import type { Generation, GenerationPage } from '../../tables.ts';
import { sumUsage, type Usage } from '../asking/usage.ts';

const maxDeadLinks = 500;
const maxFailedDiagrams = 100;
const maxMissingNames = 100;

const noSite = { deadLinks: [], diagrams: { drawn: 0, failed: [] } };

export function reportOf(
  pages: readonly GenerationPage[],
  site: Pick<SiteReport, 'deadLinks' | 'diagrams'> = noSite,
  names: readonly PageNames[] | null = null,
): GenerationReport {
  return {
    pages: pages.map((page) => {
      const { slug, title, error, reason, removed_citations } = page;
      return { slug, title, result: resultOf(page), reason: error ?? reason, removed_citations };
    }),
    citations: sum(pages.map(({ citations }) => citations.length)),
    removed_citations: sum(pages.map(({ removed_citations }) => removed_citations)),
    dead_links: site.deadLinks.slice(0, maxDeadLinks),
    diagrams: {
      drawn: site.diagrams.drawn,
      failed: site.diagrams.failed.slice(0, maxFailedDiagrams),
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

function resultOf({
  state,
  reused,
  error,
}: GenerationPage): GenerationReport['pages'][number]['result'] {
  if (state !== 'done') return 'not written';
  if (error !== null) return 'failed';
  return reused ? 'reused' : 'written';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export function namesReport(pages: readonly PageNames[]): GenerationReport['names'] {
  const missing = pages.flatMap(({ page, missing: names }) =>
    names.map(({ name, kind }) => ({ page, name, kind })),
  );
  return {
    checked: sum(pages.map(({ checked }) => checked)),
    found: sum(pages.map(({ found }) => found)),
    missing: missing.slice(0, maxMissingNames),
  };
}
