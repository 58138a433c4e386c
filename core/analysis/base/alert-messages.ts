import * as z from 'zod/mini';
import { alertEvents } from './alert-events.ts';

const alert = z.object({
  kind: z.literal('alert'),
  event: z.enum(alertEvents),
  /** What happened once: the id of the job or message, or a time. */
  subject: z.string(),
  reason: z.string(),
  /** The path of a page of ours. */
  path: z.string(),
});
export type Alert = z.output<typeof alert>;

const mention = z.object({ kind: z.literal('mention'), job_id: z.string(), comment: z.int() });

/** An analysis ended with new failures. */
const news = z.object({ kind: z.literal('news'), job_id: z.string() });

/** A day has ended, for channels that are told once a day. */
const digest = z.object({ kind: z.literal('digest'), day: z.string() });

/** One channel, or one browser: each is retried by itself. */
const delivery = z.object({
  kind: z.literal('delivery'),
  /** The key of the message that caused it. */
  of: z.string(),
  channel: z.enum(['chat', 'mail', 'push', 'news']),
  /** For `push`, and the name of a channel for `news`. */
  device: z._default(z.string(), ''),
  title: z.string(),
  text: z.string(),
  /** What a webhook gets in place of the text. */
  json: z.optional(z.string()),
  path: z.string(),
});
export type Delivery = z.output<typeof delivery>;

export const alertMessage = z.discriminatedUnion('kind', [alert, mention, news, digest, delivery]);
export type AlertMessage = z.output<typeof alertMessage>;

/** Two messages with one key are one work: an alert is sent once, however often it is raised. */
export function alertKey(message: AlertMessage): string {
  if (message.kind === 'alert') return `${message.event} ${message.subject}`;
  if (message.kind === 'news') return `news ${message.job_id}`;
  if (message.kind === 'digest') return `digest ${message.day}`;
  if (message.kind === 'mention') return `mention ${message.comment}`;
  return `${message.of} ${message.channel} ${message.device}`;
}
