import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { asked } from '#core/web/parts/asked.ts';
import { formError } from '#core/web/parts/form.ts';
import { secretDialog } from '#core/web/parts/secret-dialog.ts';
import { generateForm } from '../generate/generate-form.ts';
import { navigation } from '../navigation.ts';
import { replaceKey } from '../questions.ts';
import type { PageFrame } from '../views.ts';
import { homeParts } from './home-parts.ts';
import { projectList } from './project-list.ts';
import type { Dashboard } from './read-dashboard.ts';
import { servicesTable } from './services-table.ts';

export interface DashboardView extends PageFrame, Dashboard {
  /** How the reader reached us, without a trailing slash: it stands in the commands. */
  readonly baseUrl: string;
  /** Seconds between updates; by default short while something runs. */
  readonly refreshSeconds?: number;
}

export function dashboardPage(view: DashboardView): string {
  const { assets, user, generate, selection } = view;
  const isEmpty = selection.all === 0;
  return page({
    title: 'Home',
    assets,
    navigation: navigation(view, 'home'),
    user,
    heading: isEmpty ? 'See what your repository is telling you.' : 'Home',
    lead: isEmpty
      ? 'Lantern reads a repository and writes its documentation: a site that people search and read, on your laptop or in your own cloud.'
      : 'Your documentation sites, and what happened in all services.',
    body: html`
      ${view.overviews.length > 0 && homeParts(view.overviews, view.now)}
      ${generate && generateForm(generate)}
      ${projectList({ ...view, mayGenerate: generate !== undefined })}
      ${
        view.services.length > 0 &&
        html`<section class="section" aria-labelledby="services-title">
          ${servicesTable(view.services)}
        </section>`
      }
      ${view.hasKey && ownKey()}
    `,
  });
}

const replaced = { title: 'Your API key was replaced', what: 'the key' };

/** For users who have a row: the holder of ADMIN_KEY changes a setting instead. */
function ownKey(): Html {
  const signIn = html`<p>
    All your sessions have ended. <a href="/login">Sign in with the new key</a>
  </p>`;
  return html`<details class="more section">
      <summary>Replace your API key…</summary>
      <lantern-form show="own-key" ${asked(replaceKey)}>
        <form class="form" id="replace-key" method="post" action="/key">
          ${formError()}<button class="button">Create a new key</button>
        </form>
      </lantern-form>
    </details>
    ${secretDialog('own-key', { ...replaced, field: 'new_api_key' }, signIn)}`;
}
