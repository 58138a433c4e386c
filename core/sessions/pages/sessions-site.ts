import type { Platform } from '#core/platform/ports/platform.ts';
import type { Frame } from '#core/web/frame.ts';
import { pageAssets } from '#core/web/page-assets.ts';

const files = { service: 'Session search', styles: ['sessions/browser/pages.css'] };

export const sessionsNavigation = [
  { label: 'Sessions', url: '/' },
  { label: 'API', url: '/api', title: 'API reference' },
];

export interface SessionsFrame extends Frame {
  readonly now: Date;
}

/** What the pages of this service have in common. */
export const sessionsSite = {
  files,
  pages: /^\/(?:read\/[^/]+)?$/,
  home: { url: '/', label: 'Back to the search' },
  sentences: { no_session: 'There is no session with this id. It may have been deleted.' },
  async frame(platform: Platform): Promise<SessionsFrame> {
    return {
      assets: await pageAssets(platform, files),
      navigation: sessionsNavigation,
      now: platform.clock.now(),
    };
  },
};
