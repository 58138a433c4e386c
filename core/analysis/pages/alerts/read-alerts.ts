import type { Caller } from '#core/identity/rules.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { ownerOf } from '#core/analysis/people/user-tokens.ts';
import { lastAlerts } from '#core/analysis/base/tables/alert-tables.ts';
import { configuredChannels } from '#core/analysis/alerts/channels.ts';
import { devicesOf, devicesOfAdmins } from '#core/analysis/alerts/devices.ts';
import { listMentions } from '#core/analysis/people/discussion/mentions.ts';
import type { AlertsView } from './alerts-page.ts';

type Needs = Pick<Platform, 'records' | 'environment'>;
type Content = Pick<AlertsView, 'mentions' | 'devices' | 'channels' | 'lastAlerts'>;

/** What the page of the alerts shows. */
export async function readAlerts(needs: Needs, caller: Caller): Promise<Content> {
  const hasName = caller.username !== '';
  const on = configuredChannels(needs.environment);
  const [mentions, devices, admins, last] = await Promise.all([
    hasName ? listMentions(needs, caller) : { mentions: [], unread: 0 },
    hasName ? devicesOf(needs, { owner: ownerOf(caller) }) : [],
    devicesOfAdmins(needs),
    caller.isAdmin ? needs.records.list(lastAlerts) : undefined,
  ]);
  return {
    ...{ mentions, devices },
    channels: {
      ...{ chat: on.includes('chat'), mail: on.includes('mail'), browsers: admins.length },
    },
    ...(last && { lastAlerts: last.rows }),
  };
}
