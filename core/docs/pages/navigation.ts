import type { Caller } from '#core/identity/rules.ts';
import type { PageFrame } from './views.ts';

/** What stands in the head of every page. */
export function navigation(
  { isAdmin }: Pick<PageFrame, 'isAdmin'>,
  current?: 'home' | 'sites' | 'admin',
) {
  return [
    { label: 'Home', url: '/', current: current === 'home' },
    { label: 'Docs', url: '/docs', current: current === 'sites', words: 'documentation sites' },
    ...(isAdmin
      ? [{ label: 'Admin', url: '/admin', current: current === 'admin', words: 'users access' }]
      : []),
    { label: 'API', url: '/api', title: 'API reference' },
  ];
}

/** What the search over everything offers this caller: the pages of the header, and what people do. */
export function commands(caller: Caller) {
  const { role, isAdmin, via, userId } = caller;
  const pages = navigation(caller);
  const theme = { label: 'Switch theme', url: '/search#theme', words: 'dark light mode' };
  if (via === 'nothing') {
    return [
      ...pages.filter(({ url }) => url === '/docs'),
      { label: 'Sign in', url: '/login', words: 'log login' },
      theme,
    ];
  }
  return [
    ...pages,
    ...(role === 'viewer'
      ? []
      : [{ label: 'Document a repository', url: '/#generate-title', words: 'new project site' }]),
    ...(isAdmin ? [{ label: 'Add a user', url: '/admin#create-title', words: 'new create' }] : []),
    ...(userId === undefined ? [] : [{ label: 'Replace your API key', url: '/#replace-key' }]),
    theme,
    ...(via === 'session' ? [{ label: 'Sign out', url: '/logout', words: 'log logout' }] : []),
  ];
}
