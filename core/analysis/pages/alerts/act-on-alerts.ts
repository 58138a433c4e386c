import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { unsubscribe } from '#core/analysis/alerts/devices.ts';
import { testChannels } from '#core/analysis/alerts/test-channels.ts';
import { markRead } from '#core/analysis/people/discussion/mentions.ts';
import { withQuery } from '../urls.ts';

type Needs = Pick<Platform, 'records'> & Parameters<typeof testChannels>[0];

/** Does what a form of the page asks for; gives the page that follows. */
export async function actOnAlerts(
  needs: Needs,
  caller: Caller,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly data: object; readonly path: string }> {
  const path = '/alerts';
  switch (fields['task']) {
    case 'read':
      return { data: { read: await markRead(needs, caller, {}) }, path };
    case 'remove': {
      const removed = await unsubscribe(needs, caller, fields['device'] ?? '');
      return { data: { removed }, path };
    }
    case 'test': {
      if (!caller.isAdmin) throw new Failure('forbidden', 'admin_only', 'Admin access required');
      const tested = (await testChannels(needs, caller)).join(', ');
      return { data: { tested }, path: `${withQuery(path, { tested })}#channels` };
    }
    default:
      throw new Failure('invalid', 'bad_task', 'The form says nothing to do. Reload the page.');
  }
}
