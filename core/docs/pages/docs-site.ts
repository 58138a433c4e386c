import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Way } from '#core/web/frame.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { navigation } from './navigation.ts';
import type { PageFrame } from './views.ts';

const files = {
  service: 'Documentation',
  search: { url: '/search' },
  styles: ['docs/pages/browser/pages.css'],
};

/** What the pages of this service have in common. */
export const docsSite = {
  files,
  pages: /^\/(?:admin|api|search|projects\/[^/]+|docs(?:\/.*)?)?$/,
  home: { url: '/', label: 'Back to the projects' },
  sentences: {
    no_file: 'There is no documentation at this address, or you do not have access to it.',
    read_only: 'You have read-only access. Ask an administrator for the role user.',
  },
  async frame(platform: Platform, caller: Caller): Promise<PageFrame> {
    const { username: name, role, isAdmin, via } = caller;
    return {
      assets: await pageAssets(platform, files),
      navigation: navigation({ isAdmin }),
      ...(name !== '' && {
        user: { name, role, ...(via === 'session' && { logoutUrl: '/logout' }) },
      }),
      isAdmin,
      now: platform.clock.now(),
    };
  },
};

/** Where a reader goes on who looked for a page of a site. */
export function waysFrom(site?: { readonly name: string; readonly url: string }): readonly Way[] {
  const list = { url: '/docs', label: 'All documentation' };
  return site ? [{ url: site.url, label: `First page of ${site.name}` }, list] : [list];
}
