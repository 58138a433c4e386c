import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { badge, emptyState, live } from '#core/web/parts/feedback.ts';
import { choice, field, formError } from '#core/web/parts/form.ts';
import { table } from '#core/web/parts/table.ts';
import { secretDialog } from '#core/web/parts/secret-dialog.ts';
import type { Question } from '#core/web/frame.ts';
import { navigation } from '../navigation.ts';
import { newKey, removeUser } from '../questions.ts';
import { projectUrls, type PageFrame } from '../views.ts';
import { ago } from '../words.ts';

export interface UserView {
  readonly username: string;
  readonly role: string;
  readonly createdAt: string;
  /** The reader’s own account, which they cannot remove. */
  readonly isSelf: boolean;
}

export interface AccessRow {
  readonly name: string;
  readonly owner: string;
  readonly isOwn: boolean;
  readonly guests: readonly string[];
}

export interface AdminContent {
  readonly users: readonly UserView[];
  readonly projects: readonly AccessRow[];
}

export type AdminView = PageFrame &
  AdminContent & {
    readonly refreshSeconds?: number;
    /** What was done before this page, for browsers without script. */
    readonly notice?: Html | false;
    /** The form as it was sent without script, and why it was refused. */
    readonly refused?: {
      readonly values: Readonly<Record<string, string | undefined>>;
      readonly error?: string;
      /** About the username. */
      readonly problem?: string;
    };
  };

export function adminPage(view: AdminView): string {
  const { assets, user } = view;
  return page({
    title: 'Admin',
    assets,
    navigation: navigation(view, 'admin'),
    user,
    heading: 'Admin',
    lead: 'Who may use this service, with which role, and who reads which project.',
    body: html`
      ${view.notice} ${createSection(view)} ${usersSection(view)} ${accessTable(view)}
      ${secretDialog('new-key', { title: 'API key created', field: 'api_key', what: 'the key' })}
      ${secretDialog('rotated-key', { title: 'API key replaced', field: 'new_api_key', what: 'the key' })}
    `,
  });
}

function createSection({ refused }: AdminView): Html {
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
          ${choice('create', {
            name: 'role',
            label: 'Role',
            value: role,
            options: [
              { value: 'user', label: 'User: generates and reads' },
              { value: 'viewer', label: 'Viewer: reads' },
              { value: 'admin', label: 'Administrator' },
            ],
          })}
          <button class="button primary">Create user</button>
        </div>
      </form>
    </lantern-form>
  </section>`;
}

const tones = { admin: 'warn', user: 'info', viewer: 'quiet' } as const;

function usersSection({ users, now, refreshSeconds = 15 }: AdminView): Html {
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
          filter: 'Filter users',
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
            { label: 'Actions', kind: 'actions', cell: userActions },
          ],
        })}`,
      { seconds: refreshSeconds },
    )}
  </section>`;
}

function userActions({ username, isSelf }: UserView): Html {
  return html`<span class="row-actions">
    ${userAction('new-key', username, {
      asks: newKey(username),
      label: html`New key<span class="visually-hidden"> for ${username}</span>`,
      attributes: html`show="rotated-key" done="${`The API key of ${username} was replaced.`}"`,
    })}
    ${
      !isSelf &&
      userAction('remove-user', username, {
        asks: removeUser(username),
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
  { asks, label, attributes }: { asks: Question; label: Html; attributes: Html },
): Html {
  const { question, text, verb } = asks;
  const asked = html`confirm="${question}" confirm-text="${text}" confirm-verb="${verb}"`;
  return html`<lantern-form ${attributes} ${asked}>
    <form method="post" action="/admin">
      <input type="hidden" name="task" value="${task}" />
      <input type="hidden" name="username" value="${username}" />
      <button class="button quiet">${label}</button>
    </form>
  </lantern-form>`;
}

function accessTable({ projects }: AdminView): Html {
  return html`<section class="section" aria-labelledby="access-title">
    ${live(
      'access',
      html`<div class="section-heading">
          <div>
            <h2 id="access-title">Access</h2>
            <p>
              Owners and administrators can read every page of a project. Other readers are listed
              here.
            </p>
          </div>
        </div>
        ${table({
          caption: 'Projects and their readers',
          rows: projects,
          id: ({ owner, name }) => `${owner}/${name}`,
          ...(projects.length > 8 && { filter: 'Filter projects' }),
          empty: emptyState(
            'No projects yet',
            html`<p>A project appears here with its first generation.</p>`,
          ),
          columns: [
            { label: 'Project', kind: 'heading', sort: 'text', cell: ({ name }) => name },
            { label: 'Owner', sort: 'text', cell: ({ owner }) => owner },
            {
              label: 'Readers',
              cell: ({ guests }) => (guests.length === 0 ? '–' : guests.join(', ')),
            },
            {
              label: 'Actions',
              kind: 'actions',
              cell: (row) =>
                html`<a class="button quiet" href="${`${projectUrls(row).page}#access`}"
                  >Change<span class="visually-hidden"> access to ${row.name}</span></a
                >`,
            },
          ],
        })}`,
      { seconds: 30 },
    )}
  </section>`;
}
