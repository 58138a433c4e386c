import type { PageFrame } from './views.ts';

/** What stands in the head of every page. */
export function navigation(
  { isAdmin }: Pick<PageFrame, 'isAdmin'>,
  current?: 'home' | 'sites' | 'admin',
) {
  return [
    { label: 'Home', url: '/', current: current === 'home' },
    { label: 'Docs', url: '/docs', current: current === 'sites' },
    ...(isAdmin ? [{ label: 'Admin', url: '/admin', current: current === 'admin' }] : []),
    { label: 'API', url: '/api' },
  ];
}
