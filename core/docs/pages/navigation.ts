import type { PageFrame } from './views.ts';

/** What stands in the head of every page. */
export function navigation(
  { isAdmin }: Pick<PageFrame, 'isAdmin'>,
  current?: 'projects' | 'admin',
) {
  return [
    { label: 'Projects', url: '/', current: current === 'projects' },
    ...(isAdmin ? [{ label: 'Admin', url: '/admin', current: current === 'admin' }] : []),
    { label: 'API', url: '/openapi.json' },
  ];
}
