import type * as z from 'zod/mini';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { field, formError, tick } from '#core/web/parts/form.ts';
import type { maskedTokens } from '#core/analysis/people/user-tokens.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';

export interface SettingsView extends PageFrame {
  /** Null: the reader has no name yet. */
  readonly tokens: z.output<typeof maskedTokens> | null;
  /** Title and rows of what the server is configured to do, without secrets. */
  readonly server: readonly {
    readonly title: string;
    readonly rows: readonly (readonly [label: string, value: string])[];
  }[];
  /** Why the tokens were not stored, or not accepted. */
  readonly error?: string;
  /** The token that its host has just accepted, for browsers without script. */
  readonly accepted?: string | undefined;
}

export function settingsPage(view: SettingsView): string {
  const { assets, user, caller } = view;
  return page({
    title: 'Settings',
    assets,
    navigation: navigation(caller, 'settings'),
    user,
    heading: 'Settings',
    lead: 'Your name, your tokens, and what this server is configured to do.',
    body: html`${who(view)} ${tokens(view)} ${server(view)}`,
  });
}

const proofs = {
  session: 'You are signed in with an API key.',
  key: 'Your API key came with the request.',
  proxy: 'The proxy in front of this server names you.',
  name: 'You chose this name yourself. It proves nothing and gives no rights.',
  nothing: '',
} as const;

function who({ caller: { username, role, via } }: SettingsView): Html {
  const isUnproven = via === 'name' || via === 'nothing';
  return html`<section class="card" aria-labelledby="who-title">
    <h2 id="who-title">${username === '' ? 'You have no name here yet' : username}</h2>
    <p>
      ${username === '' ? 'A name signs your comments, reviews and changes.' : `${proofs[via]} Role: ${role}.`}
    </p>
    ${
      isUnproven &&
      html`<p class="row-actions">
        <a class="button" href="/register?next=/settings"
          >${username === '' ? 'Set your name' : 'Change the name'}</a
        ><a class="button quiet" href="/login?next=/settings">Sign in with an API key</a>
      </p>`
    }
  </section>`;
}

const labels = {
  scm_token: ['Code host token', 'To file issues and read private repositories as you.'],
  tracker_email: ['Tracker e-mail', 'Of your account at a cloud tracker.'],
  tracker_token: ['Tracker token', 'To file bugs as you.'],
} as const;

function tokens(view: SettingsView): Html | false {
  const { tokens: stored, error, caller } = view;
  if (stored === null) return false;
  const names = Object.keys(labels) as (keyof typeof labels)[];
  return html`<section class="section" aria-labelledby="tokens-title">
    <div class="section-heading">
      <div>
        <h2 id="tokens-title">Your tokens</h2>
        <p>Stored encrypted, and never shown again: only their last characters are.</p>
      </div>
    </div>
    ${
      caller.via === 'name' &&
      html`<div class="section-gap">
        ${notice(
          'warn',
          html`<p>
            Your name is not proven: everybody who uses it can replace and use these tokens. Sign in
            with an API key to keep them to yourself.
          </p>`,
        )}
      </div>`
    }
    <lantern-form done="Your tokens were saved." next="reload">
      <form class="card form" method="post" action="/settings">
        ${formError(error)}
        <div class="columns">
          ${names.map((name) => {
            const [label, hint] = labels[name];
            const value = stored[name];
            return html`<div class="stack">
              ${field('tokens', {
                name,
                label,
                type: name === 'tracker_email' ? 'email' : 'password',
                hint: value === '' ? hint : `Stored: ${value}. Empty: it stays.`,
                autocomplete: 'off',
                maxLength: 1024,
                literal: true,
              })}
              ${value !== '' && tick('tokens', { name: `remove_${name}`, label: `Remove the stored one` })}
            </div>`;
          })}
        </div>
        <button class="button primary">Save</button>
      </form>
    </lantern-form>
    ${checks(view)}
  </section>`;
}

const hosts = { scm: 'code host', tracker: 'tracker' } as const;

/** Asks the hosts of the stored tokens whose they are. */
function checks({ tokens: stored, accepted }: SettingsView): Html | false {
  const types = (['scm', 'tracker'] as const).filter((type) => stored?.[`${type}_token`]);
  if (types.length === 0) return false;
  const host = accepted === 'scm' || accepted === 'tracker' ? hosts[accepted] : undefined;
  return html`<div class="section-gap stack">
    ${host !== undefined && notice('good', `The ${host} accepted your token.`)}
    ${types.map(
      (type) =>
        html`<lantern-form done="{message}">
          <form class="form" method="post" action="/settings">
            ${formError()}
            <input type="hidden" name="check" value="${type}" />
            <button class="button">Check the ${hosts[type]} token</button>
          </form>
        </lantern-form>`,
    )}
  </div>`;
}

function server({ server: parts }: SettingsView): Html {
  return html`<section class="section" aria-labelledby="server-title">
    <div class="section-heading">
      <div>
        <h2 id="server-title">This server</h2>
        <p>Its operator sets this with variables; a request may say otherwise.</p>
      </div>
    </div>
    <div class="two-cards">
      ${parts.map(
        ({ title, rows }) =>
          html`<section class="card" aria-label="${title}">
            <h3>${title}</h3>
            <dl class="facts break">
              ${rows.map(
                ([label, value]) =>
                  html`<dt>${label}</dt>
                    <dd>${value}</dd>`,
              )}
            </dl>
          </section>`,
      )}
    </div>
  </section>`;
}
