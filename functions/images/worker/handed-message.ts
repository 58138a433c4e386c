import * as z from 'zod/mini';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Message } from '#core/platform/ports/queue.ts';
import { parsed, settings } from '#core/platform/settings.ts';

const message = z.strictObject({
  id: z.string(),
  receipt: z.string(),
  body: z.string(),
  attempts: z.int(),
  sentAt: z.int(),
  group: z.optional(z.string()),
});

function read(text: string) {
  try {
    return message.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const handed = settings({
  LANTERN_JOB: z.string('must name a job of the manifest, as <service>/<queue>'),
  LANTERN_MESSAGE: parsed('must be the message that launch.ts hands over', read),
});

/** The message that this task was started for. */
export function handedMessage(environment: Environment): Message {
  const { LANTERN_JOB, LANTERN_MESSAGE } = handed(environment);
  const queue = LANTERN_JOB.slice(LANTERN_JOB.indexOf('/') + 1);
  const { group, sentAt, ...message } = LANTERN_MESSAGE;
  return { ...message, queue, group, sentAt: new Date(sentAt) };
}
