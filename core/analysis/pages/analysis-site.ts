import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Frame } from '#core/web/frame.ts';
import { pageAssets } from '#core/web/page-assets.ts';

const files = {
  service: 'Failure analysis',
  styles: ['analysis/pages/browser/pages.css'],
  scripts: ['analysis/pages/browser/pages.ts'],
};

export type Place = 'analyses' | 'tests' | 'alerts' | 'settings' | 'admin';

/** What every page of the service needs. */
export interface PageFrame extends Frame {
  readonly caller: Caller;
  /** What is "now" on the page. */
  readonly now: Date;
}

/** What the pages of this service have in common. */
export const analysisSite = {
  files,
  pages:
    /^\/(?:admin|alerts|api|corrections|feedback|history(?:\/test\/.+)?|metadata|results\/[^/]+(?:\/issue)?|settings|register|usage)?$/,
  home: { url: '/', label: 'Back to the analyses' },
  sentences: {
    not_allowed:
      'Only people on this server’s allow list can make changes. Use your name on that list, or ask an administrator to add you.',
    payload_too_large:
      'This is too large for a form. Send the file with the command on the start page.',
  },
  async frame(platform: Platform, caller: Caller): Promise<PageFrame> {
    return {
      assets: await pageAssets(platform, files),
      navigation: navigation(caller),
      user: account(caller),
      caller,
      now: platform.clock.now(),
    };
  },
};

/** The links in the header of every page. */
export function navigation({ isAdmin }: Pick<Caller, 'isAdmin'>, current?: Place) {
  return [
    { label: 'Analyses', url: '/', current: current === 'analyses' },
    { label: 'Tests', url: '/history', current: current === 'tests' },
    { label: 'Alerts', url: '/alerts', current: current === 'alerts' },
    { label: 'Settings', url: '/settings', current: current === 'settings' },
    ...(isAdmin ? [{ label: 'Admin', url: '/admin', current: current === 'admin' }] : []),
    { label: 'API', url: '/api', title: 'API reference' },
    { label: 'Feedback', url: '/feedback', isInFooter: true },
  ];
}

/** The name in the header of every page. */
export function account({ username, role, via }: Caller) {
  if (username === '') return { name: 'Set your name', url: '/register' };
  if (via === 'session') return { name: username, role, logoutUrl: '/logout' };
  return { name: username, role, ...(via === 'name' && { url: '/register' }) };
}
