import * as z from 'zod/mini';
import type { ChecksView } from '../views.ts';

const page = z.string();

const absent = <Schema extends z.core.SomeType>(schema: Schema) =>
  z.catch(z.optional(schema), undefined);

/** Older generations have less in their report. */
const report = z.object({
  pages: z.array(
    z.object({
      ...{ slug: page, title: z.optional(z.string()), result: z.string() },
      reason: z.nullable(z.string()),
      removed_citations: z._default(z.int(), 0),
    }),
  ),
  citations: z._default(z.int(), 0),
  removed_citations: z._default(z.int(), 0),
  dead_links: z._default(z.array(z.object({ page, target: z.string() })), []),
  names: absent(
    z.object({
      ...{ checked: z.int(), found: z.int() },
      missing: z.array(z.object({ page, name: z.string(), kind: z.string() })),
    }),
  ),
  diagrams: absent(
    z.object({ drawn: z.int(), failed: z.array(z.object({ page, reason: z.string() })) }),
  ),
});

export function readReport(found: unknown): z.output<typeof report> | undefined {
  return report.safeParse(found).data;
}

/** What a generation looked up in the repository, with titles in place of slugs. */
export function checksOf(found: unknown, commit: string | null): ChecksView | undefined {
  const parsed = readReport(found);
  if (!parsed) return undefined;
  const { pages, names, diagrams } = parsed;
  const titles = new Map(pages.map(({ slug, title }) => [slug, title ?? slug]));
  const titled = <Row extends { readonly page: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, page: titles.get(row.page) ?? row.page }));
  const removed = pages.filter(({ removed_citations }) => removed_citations > 0);
  return {
    commit,
    ...(names && { names: { ...names, missing: titled(names.missing) } }),
    ...(diagrams && { diagrams: { ...diagrams, failed: titled(diagrams.failed) } }),
    citations: {
      all: parsed.citations,
      removed: parsed.removed_citations,
      byPage: removed.map(({ slug, title, removed_citations }) => ({
        page: title ?? slug,
        removed: removed_citations,
      })),
    },
    links: titled(parsed.dead_links),
  };
}
