import type { Platform } from '#core/platform/ports/platform.ts';
import type { Frame } from '#core/web/frame.ts';
import { pageAssets } from '#core/web/page-assets.ts';

const files = { service: 'Agent', styles: ['agent/browser/pages.css'] };

export const agentNavigation = [
  { label: 'Sessions', url: '/' },
  { label: 'API', url: '/api', title: 'API reference' },
];

/** What the search over everything offers: the pages of the header, and what people do. */
export const agentCommands = [
  ...agentNavigation,
  { label: 'Try a prompt', url: '/#try-title', words: 'new session' },
];

export interface AgentFrame extends Frame {
  readonly now: Date;
}

/** What the pages of this service have in common. */
export const agentSite = {
  files,
  pages: /^\/(?:read\/[^/]+)?$/,
  home: { url: '/', label: 'Back to the sessions' },
  sentences: {
    no_session:
      'There is no session with this id. It was deleted, or expired after an hour without use.',
    busy: 'The session is busy. Wait for the answer, or end the turn.',
  },
  async frame(platform: Platform): Promise<AgentFrame> {
    return {
      assets: await pageAssets(platform, files),
      navigation: agentNavigation,
      now: platform.clock.now(),
    };
  },
};

export function readUrl(id: string): string {
  return `/read/${encodeURIComponent(id)}`;
}
