import { forgetAnswers } from '../ai/answers.ts';
import { sweepSessions } from '../identity/sessions.ts';
import type { Platform } from '../platform/ports.ts';

const answerDays = 30;

/** Removes sessions that have expired, and AI answers that nobody will ask for again. */
export async function sweepDocs(
  platform: Pick<Platform, 'records' | 'blobs' | 'clock' | 'log'>,
): Promise<void> {
  const { blobs, clock, log } = platform;
  const before = new Date(clock.now().getTime() - answerDays * 86_400_000);
  const sessions = await sweepSessions(platform);
  const answers = await forgetAnswers({ blobs }, before);
  if (sessions + answers > 0) log('INFO', 'swept', { sessions, answers });
}
