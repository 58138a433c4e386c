import { usersSections, type RefusedUser, type UserView } from '#core/identity/pages/users.ts';
import { html } from '#core/web/html.ts';
import { userRemoval } from './user-removal.ts';
import type { PageFrame } from '../analysis-site.ts';
import { sitePage } from '../site-page.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

export interface AdminView extends PageFrame {
  readonly users: readonly UserView[];
  readonly page?: string | undefined;
  readonly refused?: RefusedUser;
}

const roles = [
  { value: 'user', label: 'User: writes under a verified name' },
  { value: 'admin', label: 'Administrator' },
];

export function adminPage(view: AdminView): string {
  return sitePage(view, {
    title: 'Admin',
    current: 'admin',
    heading: 'Admin',
    lead: 'Users and their roles.',
    body: html`${usersSections({ ...view, roles, removal: userRemoval, changesRoles: true })}
      <p class="section-gap">
        <a class="button" href="/usage">Token usage: calls, tokens and cost</a>
      </p>`,
  });
}

export async function showAdmin(
  needs: Pick<Platform, 'records'>,
  frame: PageFrame,
  more: Pick<AdminView, 'refused' | 'page'>,
): Promise<string> {
  const users = (await listUsers(needs)).map(({ username, role, created_at, last_seen }) => ({
    username,
    role,
    isSelf: username === frame.caller.username,
    createdAt: created_at,
    lastSeen: last_seen,
  }));
  return adminPage({ ...frame, ...more, users });
}
