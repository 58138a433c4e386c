import { html, type Html } from '#core/web/html.ts';
import { badge } from '#core/web/parts/feedback.ts';
import type { Plan } from '#core/docs/plan.ts';
import { projectUrls, type ProjectView } from '../views.ts';

/** The pages of the site, in reading order. */
export function planBody(
  project: ProjectView,
  { navigation }: Plan,
  failedPages: ReadonlyMap<string, string>,
): Html {
  const { sitePage } = projectUrls(project);
  const isReadable = project.generatedAt !== null;
  return html`<div class="plan">
    ${navigation.map(
      ({ group, pages }) =>
        html`<section>
          <h3>${group}</h3>
          <ul role="list">
            ${pages.map(({ slug, title, description }) => {
              const problem = failedPages.get(slug);
              return html`<li>
                ${isReadable ? html`<a href="${sitePage(slug)}">${title}</a>` : html`<strong>${title}</strong>`}
                <span>${description}</span>
                ${problem !== undefined && html`${badge('bad', 'Failed')}<span>${problem}</span>`}
              </li>`;
            })}
          </ul>
        </section>`,
    )}
  </div>`;
}
