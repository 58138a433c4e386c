import type * as z from 'zod/mini';
import { html, type Html } from '#core/web/html.ts';
import { notice } from '#core/web/parts/feedback.ts';
import { field, formError, tick } from '#core/web/parts/form.ts';
import {
  type maskedTokens,
  changeUserTokens,
  readMaskedTokens,
  tokenChanges,
} from '../../people/user-tokens.ts';
import type { PageFrame } from '../analysis-site.ts';
import { section, sitePage } from '../site-page.ts';
import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { Failure } from '#core/platform/failure.ts';
import { configuredWriter } from '../configured-writer.ts';
import { checkStoredToken } from '../../issues/check-token.ts';
import { serverParts, type ServerPart } from './server-parts.ts';

export interface SettingsView extends PageFrame {
  /** Null: the reader has no name yet. */
  readonly tokens: z.output<typeof maskedTokens> | null;
  readonly server: readonly ServerPart[];
  /** Why the tokens were not stored, or not accepted. */
  readonly error?: string;
  /** The token that its host has just accepted, for browsers without script. */
  readonly accepted?: string | undefined;
}

export function settingsPage(view: SettingsView): string {
  return sitePage(view, {
    title: 'Settings',
    current: 'settings',
    heading: 'Settings',
    lead: 'Your name, your tokens, and what this server is configured to do.',
    body: html`${who(view)} ${tokens(view)} ${server(view)}`,
  });
}

const proofs = {
  session: 'You are signed in with an API key.',
  key: 'Your API key came with the request.',
  proxy: 'The proxy in front of this server identifies you.',
  name: 'You chose this name yourself. It is not verified and gives no rights.',
  nothing: '',
} as const;

export async function showSettings(
  needs: Parameters<typeof readSettings>[0],
  frame: PageFrame,
  more: Pick<SettingsView, 'accepted' | 'error'>,
): Promise<string> {
  return settingsPage({ ...frame, ...more, ...(await readSettings(needs, frame.caller)) });
}

function who({ caller: { username, role, via } }: SettingsView): Html {
  const isUnproven = via === 'name' || via === 'nothing';
  return html`<section class="card" aria-labelledby="who-title">
    <h2 id="who-title">${username === '' ? 'You have not set a name yet' : username}</h2>
    <p>
      ${username === '' ? 'A name signs your comments, reviews and changes.' : `${proofs[via]} Role: ${role}.`}
    </p>
    ${
      isUnproven &&
      html`<p class="row-actions">
        <a class="button" href="/register?next=/settings"
          >${username === '' ? 'Set your name' : 'Change your name'}</a
        ><a class="button quiet" href="/login?next=/settings">Sign in with an API key</a>
      </p>`
    }
  </section>`;
}

const labels = {
  scm_token: ['Code host token', 'To file issues and read private repositories as you.'],
  tracker_email: ['Tracker e-mail', 'Your account at a cloud tracker.'],
  tracker_token: ['Tracker token', 'To file bugs as you.'],
} as const;

function tokens(view: SettingsView): Html | false {
  const { tokens: stored, error, caller } = view;
  if (stored === null) return false;
  const names = Object.keys(labels) as (keyof typeof labels)[];
  return section({
    name: 'tokens',
    title: 'Your tokens',
    hint: 'Stored encrypted. Only their last characters are shown again.',
    body: html`${
        caller.via === 'name' &&
        html`<div class="section-gap">
          ${notice(
            'warn',
            html`<p>
              Your name is not verified: anyone who uses it can use and replace these tokens. Sign
              in with an API key to protect them.
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
                  hint: value === '' ? hint : `Stored: ${value}. Leave empty to keep it.`,
                  autocomplete: 'off',
                  maxLength: 1024,
                  literal: true,
                })}
                ${value !== '' && tick('tokens', { name: `remove_${name}`, label: `Remove the stored token` })}
              </div>`;
            })}
          </div>
          <button class="button primary">Save</button>
        </form>
      </lantern-form>
      ${checks(view)}`,
  });
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
  return section({
    name: 'server',
    title: 'This server',
    hint: 'Set by the operator with variables. A request can override them.',
    body: html`<div class="two-cards">
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
    </div>`,
  });
}

type Needs = Pick<Platform, 'records' | 'clock' | 'environment' | 'secrets' | 'ai'>;

/** What the page of the settings shows. */
async function readSettings(
  needs: Needs,
  caller: Caller,
): Promise<Pick<SettingsView, 'tokens' | 'server'>> {
  const tokens = caller.username === '' ? null : await readMaskedTokens(needs, caller);
  const writer = await configuredWriter(needs);
  return { tokens, server: serverParts(needs.environment, writer?.name ?? 'none') };
}

/** Stores what the form brings: an empty field keeps the stored token, a tick removes it. */
async function saveTokens(
  needs: Needs,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(tokenChanges.shape);
  const changes = names.flatMap((name) => {
    if (fields[`remove_${name}`] === 'true') return [[name, '']];
    const value = fields[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value]];
  });
  const parsed = tokenChanges.safeParse(Object.fromEntries(changes));
  if (!parsed.success) {
    const message = 'A token has at most 1,024 characters and no control characters.';
    throw new Failure('unprocessable', 'bad_token', message);
  }
  await changeUserTokens(needs, caller, parsed.data);
}

type ActNeeds = Parameters<typeof saveTokens>[0] & Pick<Platform, 'fetch'>;

interface Acted {
  /** For scripts. */
  readonly data: object;
  /** For browsers without script. */
  readonly path: string;
}

/** Stores the tokens of the form, or asks the host of a stored one whose it is. */
export async function actOnSettings(
  needs: ActNeeds,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<Acted> {
  const { check } = fields;
  if (check === 'scm' || check === 'tracker') {
    const message = await checkStoredToken(needs, caller, check);
    return { data: { message }, path: `/settings?accepted=${check}` };
  }
  await saveTokens(needs, caller, fields);
  return { data: { status: 'ok' }, path: '/settings' };
}
