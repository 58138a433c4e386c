import type { Caller } from '#core/identity/rules.ts';
import { failureOf } from '#core/ai/cached-for.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { within } from '#core/platform/within.ts';
import type { Delivery } from '../base/alert-messages.ts';
import { newsChannels } from '../base/news-channels.ts';
import { ownerOf } from '../people/user-tokens.ts';
import { configuredChannels, sendThrough } from './channels.ts';
import { devicesOf } from './devices.ts';

type Needs = Parameters<typeof sendThrough>[0] & Pick<Platform, 'clock'>;

/** A request has to be answered. */
const maxMs = 15_000;

const names = { chat: 'Chat', mail: 'E-mail', push: 'Your browsers' } as const;

function nameOf({ channel, device }: Pick<Delivery, 'channel' | 'device'>): string {
  return channel === 'news' ? `News for ${device}` : names[channel];
}

/** Sends a test to each channel: to the chat, by mail, and to the caller's own browsers. Gives their
 * names; Failure('upstream') says which one failed and why. */
export async function testChannels(needs: Needs, caller: Caller): Promise<string[]> {
  const mine = await devicesOf(needs, { owner: ownerOf(caller) });
  const targets = [
    ...configuredChannels(needs.environment).map((channel) => ({ channel, device: '' })),
    ...newsChannels(needs.environment).map(({ name }) => {
      return { channel: 'news' as const, device: name };
    }),
    ...mine.map(({ id }) => ({ channel: 'push' as const, device: id })),
  ];
  if (targets.length === 0) {
    const text =
      'No channel is configured: set CHAT_WEBHOOK_URL or NEWS_CHANNELS, or SMTP_HOST and ALERT_EMAIL_TO, or subscribe a browser';
    throw new Failure('invalid', 'no_channel', text);
  }
  const text = `${caller.username} sent this test. Alerts look like this.`;
  const letter = { title: '[Lantern] test', text, path: '/alerts' };
  const problems = await Promise.all(
    targets.map(async (target) => {
      const result = failureOf(sendThrough(needs, { ...letter, ...target })).then(
        (text = '') => text,
      );
      const problem = await within(needs.clock, maxMs, result);
      return problem === '' ? [] : [`${nameOf(target)}: ${problem ?? 'no answer'}`];
    }),
  );
  if (problems.flat().length > 0) {
    throw new Failure('upstream', 'test_failed', `${problems.flat().join('. ')}.`);
  }
  return [...new Set(targets.map(nameOf))];
}
