import type { Platform } from '#core/platform/ports/platform.ts';
import type { Frame } from '#core/web/frame.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { timeText } from '../text/time-text.ts';

const files = {
  service: 'Webhooks',
  styles: ['logs/browser/logs.css'],
  scripts: ['logs/browser/logs.ts'],
  folder: '/static',
} as const;

export interface LogsFrame extends Frame {
  /** The time zone of the page's times. */
  readonly zone: string;
  readonly time: (time: string) => string;
}

export type LogsPlace = 'logs' | 'deliveries' | 'configuration';

/** What the pages of the log viewer have in common. */
export const logsSite = {
  files,
  pages: /^\/logs(?:\/configuration|\/deliveries(?:\/[^/]+)?|\/pulls(?:\/[^/]+){0,3})?$/,
  home: { url: '/logs', label: 'Back to the log' },
  sentences: {
    logs_disabled:
      'The log viewer is switched off. Start the service with ENABLE_LOG_SERVER=true to see the log here.',
    no_flow:
      'The log has no entries for this delivery or pull request. They may be past the retention.',
    no_entry: 'This entry is no longer in the log: it is past the retention.',
  },
  async frame(platform: Platform): Promise<LogsFrame> {
    const { environment } = platform;
    const zone = zoneOf(environment['TZ']);
    return {
      assets: await pageAssets(platform, files),
      navigation: logsNavigation(),
      sockets: environment['LANTERN_SOCKETS_URL'],
      zone,
      time: timeText(zone),
    };
  },
};

/** The links in the header of every page. */
export function logsNavigation(current?: LogsPlace) {
  return [
    { label: 'Log', url: '/logs', current: current === 'logs' },
    { label: 'Deliveries', url: '/logs/deliveries', current: current === 'deliveries' },
    {
      label: 'Configuration',
      url: '/logs/configuration',
      current: current === 'configuration',
    },
    { label: 'API', url: '/docs', title: 'API reference' },
  ];
}

/** What the search over everything offers: the pages of the header, and what people do. */
export function logsCommands() {
  return [
    ...logsNavigation(),
    { label: 'Failed deliveries', url: '/logs/deliveries?state=failed', words: 'replay' },
    { label: 'Check a configuration file', url: '/logs/configuration#check-file' },
  ];
}

/** TZ may hold what only the C library knows; times are then in UTC. */
function zoneOf(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name || 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
