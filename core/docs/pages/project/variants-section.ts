import { html, type Html } from '#core/web/html.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { projectUrls, type VariantView } from '../views.ts';
import { statusBadge } from '../words.ts';

/** All sites of a project, where there are several. */
export function variantsSection(
  { name }: { readonly name: string },
  variants: readonly VariantView[],
  now: Date,
): Html | false {
  if (variants.length < 2) return false;
  return html`<section class="section" data-key="variants" aria-labelledby="variants-title">
    <h2 id="variants-title">Branches and tags</h2>
    ${table({
      caption: 'Sites of this project',
      rows: variants,
      id: (site) => site.name,
      ...(variants.length > 8 && { filter: 'Filter branches and tags' }),
      empty: html``,
      columns: [
        {
          label: 'Branch or tag',
          kind: 'heading',
          cell: (site) => {
            const label = site.branch ?? 'Default branch';
            if (site.name === name) return html`<span aria-current="page">${label}</span>`;
            return html`<a href="${projectUrls(site).page}">${label}</a>`;
          },
        },
        { label: 'Status', cell: (site) => statusBadge(site.status, site.errorPages) },
        {
          label: 'Generated',
          cell: ({ generatedAt }) => (generatedAt === null ? '–' : ago(generatedAt, now)),
        },
        {
          label: 'Actions',
          kind: 'actions',
          cell: (site) =>
            site.generatedAt !== null &&
            html`<a class="button quiet" href="${projectUrls(site).site}"
              >Open site<span class="visually-hidden"> of ${site.name}</span></a
            >`,
        },
      ],
    })}
  </section>`;
}
