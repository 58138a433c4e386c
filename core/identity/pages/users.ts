import type { Question } from '#core/web/frame.ts';
import { html, type Html } from '#core/web/html.ts';
import { badge, emptyState, live } from '#core/web/parts/feedback.ts';
import { choice, field, formError } from '#core/web/parts/form.ts';
import { pageOf, pager } from '#core/web/parts/pager.ts';
import { secretDialog } from '#core/web/parts/secret-dialog.ts';
import { table } from '#core/web/parts/table.ts';
import { ago } from '#core/web/words.ts';
import { asked } from '#core/web/parts/asked.ts';
import { newKey, removeUser } from './user-questions.ts';

export interface UserView {
  readonly username: string;
  readonly role: string;
  readonly createdAt: string;
  /** Absent: the service does not record it. Null: never. */
  readonly lastSeen?: string | null;
  /** The reader’s own account, which they cannot remove. */
  readonly isSelf: boolean;
}

/** The form as it was sent without script, and why it was refused. */
export interface RefusedUser {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly error?: string;
  /** About the username. */
  readonly problem?: string;
}

export interface UsersView {
  readonly users: readonly UserView[];
  /** Which page of them, from 1. */
  readonly page?: string | undefined;
  readonly now: Date;
  readonly refreshSeconds?: number;
  readonly refused?: RefusedUser;
  /** The roles and what they may do. */
  readonly roles: readonly { readonly value: string; readonly label: string }[];
  /** What is lost with a user. */
  readonly removal: string;
  /** Whether a user's role can be changed here. */
  readonly changesRoles?: boolean;
}

/** Adding users, and the table of them. The forms post `task` to /admin. */
export function usersSections(view: UsersView): Html {
  return html`${createSection(view)} ${usersSection(view)}
  ${secretDialog('new-key', { title: 'API key created', field: 'api_key', what: 'the key' })}
  ${secretDialog('rotated-key', { title: 'API key replaced', field: 'new_api_key', what: 'the key' })}`;
}

function createSection({ refused, roles }: UsersView): Html {
  const { username, role = 'user' } = refused?.values ?? {};
  return html`<section class="card" aria-labelledby="create-title">
    <h2 id="create-title">Add a user</h2>
    <p>
      The API key is created here and shown once. Users sign in with their username and this key.
    </p>
    <lantern-form next="reset" show="new-key" done="{username} was created.">
      <form class="form" method="post" action="/admin">
        ${formError(refused?.error)}
        <input type="hidden" name="task" value="make-user" />
        <div class="inline-form">
          ${field('create', {
            name: 'username',
            label: 'Username',
            required: true,
            literal: true,
            autocomplete: 'off',
            ...(username !== undefined && { value: username }),
            ...(refused?.problem !== undefined && { error: refused.problem }),
            hint: '2 to 50 letters, digits, dots, underscores, hyphens.',
          })}
          ${choice('create', { name: 'role', label: 'Role', value: role, options: roles })}
          <button class="button primary">Create user</button>
        </div>
      </form>
    </lantern-form>
  </section>`;
}

const tones = { admin: 'warn', user: 'info', viewer: 'quiet' } as const;

/** A row has three forms: thousands of rows would be megabytes. */
const maxRows = 200;

function usersSection(view: UsersView): Html {
  const { users: all, now, refreshSeconds = 15 } = view;
  const pages = Math.max(1, Math.ceil(all.length / maxRows));
  const page = pageOf(view.page, pages);
  const start = (page - 1) * maxRows;
  const users = all.slice(start, start + maxRows);
  return html`<section class="section" aria-labelledby="users-title">
    ${live(
      'users',
      html`<div class="section-heading">
          <div>
            <h2 id="users-title">Users</h2>
            <p>The built-in administrator, who signs in with ADMIN_KEY, is not listed.</p>
          </div>
        </div>
        ${table({
          caption: 'Users, newest first',
          rows: users,
          id: ({ username }) => username,
          filter: pages === 1 ? 'Filter users' : 'Filter users of this page',
          empty: emptyState('No users yet', html`<p>Add the first one above.</p>`),
          columns: [
            { label: 'Username', kind: 'heading', sort: 'text', cell: ({ username }) => username },
            {
              label: 'Role',
              sort: 'text',
              cell: ({ role }) => badge(tones[role as 'user'] ?? 'quiet', role),
            },
            {
              label: 'Created',
              sort: 'text',
              value: ({ createdAt }) => createdAt,
              cell: ({ createdAt }) => ago(createdAt, now),
            },
            ...(users.some(({ lastSeen }) => lastSeen !== undefined)
              ? [
                  {
                    label: 'Last seen',
                    sort: 'text',
                    value: ({ lastSeen }: UserView) => lastSeen ?? '',
                    cell: ({ lastSeen }: UserView) => (lastSeen ? ago(lastSeen, now) : 'never'),
                  } as const,
                ]
              : []),
            { label: 'Actions', kind: 'actions', cell: (user) => userActions(user, view) },
          ],
        })}
        ${pager({
          label: 'Pages of users',
          page,
          pages,
          to: (at) => `/admin?page=${at}`,
          range: { from: start + 1, shown: users.length, all: all.length },
        })}`,
      { seconds: refreshSeconds },
    )}
  </section>`;
}

function userActions(
  { username, isSelf, role }: UserView,
  { removal, changesRoles }: UsersView,
): Html {
  const isAdmin = role === 'admin';
  return html`<span class="row-actions">
    ${
      !isSelf &&
      changesRoles &&
      userAction('change-role', username, {
        label: html`Make ${isAdmin ? 'user' : 'admin'}<span class="visually-hidden"
            >: ${username}</span
          >`,
        attributes: html`${!isAdmin && html`show="new-key"`}
        done="${`${username} is ${isAdmin ? 'no longer an administrator' : 'an administrator'} now.`}"`,
        more: html`<input type="hidden" name="role" value="${isAdmin ? 'user' : 'admin'}" />`,
      })
    }
    ${userAction('new-key', username, {
      asks: newKey(username),
      label: html`New key<span class="visually-hidden"> for ${username}</span>`,
      attributes: html`show="rotated-key" done="${`The API key of ${username} was replaced.`}"`,
    })}
    ${
      !isSelf &&
      userAction('remove-user', username, {
        asks: removeUser(username, removal),
        label: html`Remove<span class="visually-hidden"> ${username}</span>`,
        attributes: html`done="${`${username} was removed.`}"`,
      })
    }
  </span>`;
}

/** With script a dialog asks, without it the next page does. */
function userAction(
  task: string,
  username: string,
  options: { asks?: Question; label: Html; attributes: Html; more?: Html },
): Html {
  const { asks, label, attributes, more } = options;
  return html`<lantern-form ${attributes} ${asks && asked(asks)}>
    <form method="post" action="/admin">
      <input type="hidden" name="task" value="${task}" />
      <input type="hidden" name="username" value="${username}" />
      ${more}<button class="button quiet">${label}</button>
    </form>
  </lantern-form>`;
}
