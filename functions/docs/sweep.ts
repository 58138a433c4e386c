import { forgetAnswers } from '#core/ai/answers.ts';
import type { HostContext } from '#core/http/host-context.ts';
import { sweepSessions } from '#core/identity/sessions.ts';
import { platform as openPlatform } from '#core/platform/index.ts';

const answerDays = 30;

/** Removes sessions that have expired, and AI answers that nobody will ask for again. */
export async function handler(_event: unknown, context: HostContext = {}): Promise<void> {
  const platform = context.lantern?.platform ?? (await openPlatform());
  const swept = await sweepSessions(platform);
  const before = new Date(platform.clock.now().getTime() - answerDays * 86_400_000);
  await forgetAnswers(platform, before);
  if (swept > 0) platform.log('INFO', 'expired sessions removed', { swept });
}
