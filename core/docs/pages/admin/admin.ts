import { allGrants } from '#core/identity/grants.ts';
import { type RefusedUser, usersSections, type UserView } from '#core/identity/pages/users.ts';
import type { Caller } from '#core/identity/rules.ts';
import { listUsers } from '#core/identity/users.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { html, type Html } from '#core/web/html.ts';
import { page } from '#core/web/page.ts';
import { emptyState, live } from '#core/web/parts/feedback.ts';
import { table } from '#core/web/parts/table.ts';
import { listProjects, onePerProject } from '../../projects/listing.ts';
import { projectOf } from '../../variant.ts';
import { navigation } from '../navigation.ts';
import { userRemoval } from '../questions.ts';
import { type PageFrame, projectUrls } from '../views.ts';

interface AccessRow {
  readonly name: string;
  readonly owner: string;
  readonly isOwn: boolean;
  readonly guests: readonly string[];
}

interface AdminContent {
  readonly users: readonly UserView[];
  readonly projects: readonly AccessRow[];
}

export type AdminView = PageFrame &
  AdminContent & {
    readonly page?: string | undefined;
    readonly refreshSeconds?: number;
    /** What was done before this page, for browsers without script. */
    readonly notice?: Html | false;
    readonly refused?: RefusedUser;
  };

const roles = [
  { value: 'user', label: 'User: can generate and read' },
  { value: 'viewer', label: 'Viewer: can only read' },
  { value: 'admin', label: 'Administrator' },
];

export function adminPage(view: AdminView): string {
  const { assets, user } = view;
  return page({
    title: 'Admin',
    assets,
    navigation: navigation(view, 'admin'),
    user,
    heading: 'Admin',
    lead: 'Users, their roles, and who can read each project.',
    body: html`
      ${view.notice} ${usersSections({ ...view, roles, removal: userRemoval })} ${accessTable(view)}
    `,
  });
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
            html`<p>A project appears here once its first generation starts.</p>`,
          ),
          columns: [
            {
              label: 'Project',
              kind: 'heading',
              sort: 'text',
              cell: ({ name }) => projectOf(name),
            },
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
                  >Change<span class="visually-hidden"> access to ${projectOf(row.name)}</span></a
                >`,
            },
          ],
        })}`,
      { seconds: 30 },
    )}
  </section>`;
}

/** What the page of the administrators shows. */
export async function readAdmin(
  needs: Pick<Platform, 'records'>,
  caller: Caller,
): Promise<AdminContent> {
  const [users, projects, granted] = await Promise.all([
    listUsers(needs),
    listProjects(needs, caller),
    allGrants(needs),
  ]);
  const guests = Map.groupBy(granted, ({ owner, name }) => `${owner}/${name}`);
  return {
    users: users.map(({ username, role, created_at }) => ({
      username,
      role,
      createdAt: created_at,
      isSelf: username === caller.username,
    })),
    // Access is to a project with all its branches and tags.
    projects: onePerProject(projects).map(({ name, owner }) => ({
      name,
      owner,
      isOwn: owner === caller.username,
      guests: (guests.get(`${owner}/${projectOf(name)}`) ?? []).map(({ username }) => username),
    })),
  };
}
