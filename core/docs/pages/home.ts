import { html, type Html } from '#core/web/html.ts';
import { icon } from '#core/web/mark.ts';
import { page, type PageUser } from '#core/web/page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';
import { dialog, dialogButton } from '#core/web/parts/dialog.ts';
import { copyable } from '#core/web/parts/feedback.ts';
import { field, formError } from '#core/web/parts/form.ts';
import { servicesTable, type ServiceView } from './services-table.ts';

export interface HomeView {
  readonly assets: PageAssets;
  /** How the reader reached us, without a trailing slash: it stands in the commands. */
  readonly baseUrl: string;
  readonly services: readonly ServiceView[];
  /** Absent: nobody is signed in. */
  readonly user?: PageUser & { readonly canWrite: boolean };
  /** Seconds between health checks; default 10. */
  readonly refreshSeconds?: number;
}

export function homePage(view: HomeView): string {
  const { assets, services, user } = view;
  return page({
    title: 'Lantern',
    assets,
    navigation: [
      { label: 'Home', url: '/', current: true },
      { label: 'API', url: '/openapi.json' },
    ],
    ...(user && { user }),
    body: html`
      <div class="hero">
        <div class="hero-text">
          <h1>See what your repository is telling you.</h1>
          <p class="lead">
            Lantern writes the documentation, explains the failing build, keeps every webhook and
            its log, and finds what an agent said last week. On your laptop or in your own cloud.
          </p>
          <div class="cluster">
            <a class="button large" href="#start">Create documentation ${icon('arrow')}</a>
            ${dialogButton('shortcuts', 'Keyboard shortcuts', { shortcut: '?', look: 'large' })}
          </div>
        </div>
        ${user ? generateForm(user.canWrite) : signInForm()}
      </div>

      <section class="section" aria-labelledby="services-title">
        ${servicesTable(services, view.refreshSeconds)}
      </section>

      <section class="section" id="start" aria-labelledby="start-title" tabindex="-1">
        <div class="section-heading">
          <div>
            <h2 id="start-title">Create your first documentation</h2>
            <p>Three commands from a repository to a site that you can search.</p>
          </div>
        </div>
        <div class="empty">${steps(view.baseUrl)}</div>
      </section>

      ${dialog('shortcuts', 'Keyboard shortcuts', shortcuts())}
    `,
  });
}

function signInForm(): Html {
  return html`<section class="card sign-in" aria-labelledby="sign-in-title">
    <h2 id="sign-in-title">Sign in</h2>
    <p>With the username and API key that an administrator gave you.</p>
    <lantern-form native>
      <form class="form" method="post" action="/login">
        ${field('sign-in', {
          name: 'username',
          label: 'Username',
          required: true,
          autocomplete: 'username',
          literal: true,
        })}
        ${field('sign-in', {
          name: 'api_key',
          label: 'API key',
          type: 'password',
          required: true,
          autocomplete: 'current-password',
        })}
        <button class="button primary wide">Sign in</button>
      </form>
    </lantern-form>
  </section>`;
}

function generateForm(canWrite: boolean): Html {
  if (!canWrite) {
    return html`<section class="card" aria-labelledby="viewer-title">
      <h2 id="viewer-title">You can read</h2>
      <p>Your role is viewer. An administrator can let you create documentation too.</p>
    </section>`;
  }
  return html`<section class="card" aria-labelledby="generate-title">
    <h2 id="generate-title">New documentation</h2>
    <p>A site is written from the repository’s own code and kept with its commit.</p>
    <lantern-form as="json" done="Writing the documentation of {project}." next="reset">
      <form class="form" method="post" action="/api/generate">
        ${formError()}
        ${field('generate', {
          name: 'repo_url',
          label: 'Repository',
          required: true,
          literal: true,
          placeholder: 'https://git.example.com/team/project.git',
          hint: 'HTTPS or SSH. Private repositories need a key on the server.',
        })}
        <label class="tick">
          <input type="checkbox" name="force" /> Write every page anew, even when nothing changed
        </label>
        <button class="button primary">Create documentation</button>
        <noscript
          ><p class="hint">This form needs JavaScript; the commands below do not.</p></noscript
        >
      </form>
    </lantern-form>
  </section>`;
}

function steps(baseUrl: string): Html {
  const key = 'read -rs LANTERN_KEY && export LANTERN_KEY';
  const authorization = '-H "Authorization: Bearer $LANTERN_KEY"';
  const post = [
    `curl ${baseUrl}/api/generate \\`,
    `  ${authorization} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"repo_url":"https://git.example.com/team/project.git"}'`,
  ].join('\n');
  const follow = `curl ${baseUrl}/api/status ${authorization}`;
  return html`<ol class="steps">
    <li>
      <h3>Have your key at hand</h3>
      <p class="muted">
        It was shown once, when your user was made. Paste it after this command: read this way, it
        stays out of the shell’s history.
      </p>
      ${copyable('the command that reads the key', key)}
    </li>
    <li>
      <h3>Name the repository</h3>
      <p class="muted">
        It is cloned, read and planned; then its pages are written, five at a time.
      </p>
      ${copyable('the command that creates documentation', post)}
    </li>
    <li>
      <h3>Watch it become ready</h3>
      <p class="muted">
        The site appears under <code>/docs/project/</code> as a whole, never half finished.
      </p>
      ${copyable('the command that shows the progress', follow)}
    </li>
  </ol>`;
}

function shortcuts(): Html {
  return html`<dl class="keys">
      <dt><kbd>Ctrl</kbd> <kbd>K</kbd> or <kbd>⌘</kbd> <kbd>K</kbd></dt>
      <dd>Filter the table</dd>
      <dt><kbd>?</kbd></dt>
      <dd>Show this list</dd>
      <dt><kbd>Esc</kbd></dt>
      <dd>Close it</dd>
      <dt><kbd>Tab</kbd></dt>
      <dd>Go to the next control</dd>
    </dl>
    <label class="tick script-only">
      <input type="checkbox" data-shortcut-switch checked /> Single-key shortcuts such as
      <kbd>?</kbd>
    </label>`;
}
