import { usersSections, type RefusedUser, type UserView } from '#core/identity/pages/users.ts';
import { html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { userRemoval } from './user-removal.ts';
import { navigation, type PageFrame } from '../analysis-site.ts';

export interface AdminView extends PageFrame {
  readonly users: readonly UserView[];
  readonly refused?: RefusedUser;
}

const roles = [
  { value: 'user', label: 'User: writes under a proven name' },
  { value: 'admin', label: 'Administrator' },
];

export function adminPage(view: AdminView): string {
  const { assets, user, caller } = view;
  return page({
    title: 'Admin',
    assets,
    navigation: navigation(caller, 'admin'),
    user,
    heading: 'Admin',
    lead: 'Who has an API key, and with which role.',
    body: html`${usersSections({ ...view, roles, removal: userRemoval, changesRoles: true })}
      <p class="section-gap">
        <a class="button" href="/usage">Calls, tokens and cost of the models</a>
      </p>`,
  });
}
