import type { PageFrame } from './views.ts';

/** What stands in the head of every page. */
export function navigation(
  { isAdmin }: Pick<PageFrame, 'isAdmin'>,
  current?: 'projects' | 'sites' | 'admin',
) {
  return [
    { label: 'Projects', url: '/', current: current === 'projects' },
    { label: 'Docs', url: '/docs', current: current === 'sites' },
    ...(isAdmin ? [{ label: 'Admin', url: '/admin', current: current === 'admin' }] : []),
    { label: 'API', url: '/openapi.json' },
  ];
}
