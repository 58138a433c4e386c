import { html, type Html } from '#core/web/html.ts';
import { icon } from '#core/web/mark.ts';
import { page, type PageUser } from '#core/web/page.ts';
import type { PageAssets } from '#core/web/page-assets.ts';
import { dialog, dialogButton } from '#core/web/parts/dialog.ts';
import { copyable } from '#core/web/parts/feedback.ts';
import { field } from '#core/web/parts/form.ts';
import { servicesTable, type ServiceView } from './services-table.ts';

export interface HomeView {
  readonly assets: PageAssets;
  /** How the reader reached us, without a trailing slash: it stands in the commands. */
  readonly baseUrl: string;
  readonly services: readonly ServiceView[];
  /** Absent: nobody is signed in. */
  readonly user?: PageUser;
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
            <a class="button large" href="#start">First steps ${icon('arrow')}</a>
            ${dialogButton('shortcuts', 'Keyboard shortcuts', { shortcut: '?', look: 'large' })}
          </div>
        </div>
        ${user ? account(user) : signInForm()}
      </div>

      <section class="section" aria-labelledby="services-title">
        ${servicesTable(services, view.refreshSeconds)}
      </section>

      <section class="section" id="start" aria-labelledby="start-title" tabindex="-1">
        <div class="section-heading">
          <div>
            <h2 id="start-title">First steps</h2>
            <p>Three commands from your key to a team that has its own.</p>
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

function account({ name, role }: PageUser): Html {
  return html`<section class="card" aria-labelledby="account-title">
    <h2 id="account-title">Signed in as ${name}</h2>
    <p>${roleText(role)}</p>
    <p><a class="button" href="/openapi.json">See what the interface offers</a></p>
  </section>`;
}

function roleText(role: string | undefined): string {
  if (role === 'admin')
    return 'You administer this service: its users, their roles and their keys.';
  if (role === 'viewer') return 'Your role is viewer: you read what others made.';
  return 'Your role is user.';
}

function steps(baseUrl: string): Html {
  const key = 'read -rs LANTERN_KEY && export LANTERN_KEY';
  const authorization = '-H "Authorization: Bearer $LANTERN_KEY"';
  const me = `curl ${baseUrl}/api/auth/me ${authorization}`;
  const create = [
    `curl ${baseUrl}/api/admin/users \\`,
    `  ${authorization} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"username":"reader","role":"viewer"}'`,
  ].join('\n');
  return html`<ol class="steps">
    <li>
      <h3>Have your key at hand</h3>
      <p class="muted">
        Paste it after this command: read this way, it stays out of the shell’s history.
      </p>
      ${copyable('the command that reads the key', key)}
    </li>
    <li>
      <h3>See who you are</h3>
      <p class="muted">The answer names you, your role and whether you administer.</p>
      ${copyable('the command that shows who you are', me)}
    </li>
    <li>
      <h3>Invite somebody</h3>
      <p class="muted">
        Administrators make users. The new key is in the answer, this once and never again.
      </p>
      ${copyable('the command that makes a user', create)}
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
