import { isFailure, untilWritten, type Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stepped } from '#core/runs/step.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';
import { comments } from '../base/tables/discussion-tables.ts';
import { mentionsIn } from '../people/discussion/mentions.ts';
import { isOpen, jobs } from '../base/tables/job-tables.ts';
import { alertKey, type Alert, type AlertMessage, type Delivery } from '../base/alert-messages.ts';
import { devices, lastAlerts } from '../base/tables/alert-tables.ts';
import { configuredChannels, sendThrough } from './channels.ts';
import { spreadNews } from './news.ts';
import { spreadDigest } from './digest.ts';
import { devicesOfAdmins, devicesOfNames } from './devices.ts';
import { sendDeliveries, cooldownMilliseconds } from '../base/raise-alert.ts';

type Needs = Pick<
  Platform,
  | ('records' | 'blobs' | 'queue' | 'clock' | 'environment' | 'log')
  | ('fetch' | 'mail' | 'push' | 'readFile')
>;

const maxReasonLength = 300;
const openJobSeconds = 30;

/** Sends an alert to all channels, a mention to the browsers of the mentioned, or one of these
 * messages through its channel. */
export async function handleAlert(
  needs: Needs,
  message: AlertMessage,
  work: string,
): Promise<Stepped> {
  if (message.kind === 'alert') return spread(needs, message, work);
  if (message.kind === 'mention') return spreadMention(needs, message);
  if (message.kind === 'news') return spreadNews(needs, message);
  if (message.kind === 'digest') return spreadDigest(needs, message);
  return deliver(needs, message);
}

async function spread(needs: Needs, alert: Alert, work: string): Promise<Stepped> {
  const { event, path, subject } = alert;
  if (event === 'job_failed') {
    const job = await needs.records.get(jobs, { id: subject });
    // The alert is queued before the job is ended, so that neither is lost with the process.
    if (job && isOpen(job)) return { againSeconds: openJobSeconds };
    if (job?.error !== alert.reason) return;
  }
  const reason = shortReason(needs, alert.reason);
  if (!(await claimCooldown(needs, { event, reason }, work))) {
    return needs.log('INFO', 'an alert was held back by the cooldown', { event, subject });
  }
  const letter = { of: alertKey(alert), title: `[Lantern] ${event}`, text: reason, path };
  await sendDeliveries(needs, [
    ...configuredChannels(needs.environment).map((channel) => ({
      ...letter,
      ...({ kind: 'delivery', channel, device: '' } as const),
    })),
    ...toDevices(letter, await devicesOfAdmins(needs)),
  ]);
}

/** One line, without secrets. */
function shortReason({ environment }: Needs, reason: string): string {
  const masked = maskSecrets(reason, secretsOf(environment));
  return masked.replace(/\s+/g, ' ').slice(0, maxReasonLength);
}

const maxCommentLength = 200;

async function spreadMention(
  needs: Needs,
  message: Extract<AlertMessage, { kind: 'mention' }>,
): Promise<void> {
  const { job_id, comment: id } = message;
  const row = await needs.records.get(comments, { job_id, id });
  if (!row) return;
  const author = row.username.toLowerCase();
  const names = mentionsIn(row.comment).filter((name) => name !== author);
  const letter = {
    of: alertKey(message),
    title: `${row.username || 'Someone'} mentioned you`,
    text: `${row.test_name.slice(0, maxCommentLength)}: ${row.comment.slice(0, maxCommentLength)}`,
    path: `/results/${encodeURIComponent(job_id)}#c${id}`,
  };
  await sendDeliveries(needs, toDevices(letter, await devicesOfNames(needs, names)));
}

function toDevices(
  letter: Pick<Delivery, 'of' | 'title' | 'text' | 'path'>,
  ids: readonly string[],
): Delivery[] {
  return ids.map((device) => ({ ...letter, kind: 'delivery', channel: 'push', device }));
}

async function deliver(needs: Needs, delivery: Delivery): Promise<void> {
  const { channel, device: id, of } = delivery;
  try {
    await sendThrough(needs, delivery);
  } catch (error) {
    if (!isFailure(error) || mayPass(error)) throw error;
    needs.log('WARNING', 'a message was not delivered', { channel, of, error: error.message });
    const isUseless = error.code === 'private_address' || error.code === 'bad_subscription';
    if (channel === 'push' && isUseless) await needs.records.delete(devices, { id });
  }
}

const final = ['chat_refused', 'push_refused'];

/** Whether the same message may be accepted later. */
function mayPass({ kind, code }: Failure): boolean {
  return kind === 'unavailable' || (kind === 'upstream' && !final.includes(code));
}

/** Whether this work may send its alert. Of those that ask within the cooldown, in whichever
 * process, one may. Repeated: the same answer. */
export async function claimCooldown(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  { event, reason }: Pick<Alert, 'event' | 'reason'>,
  work: string,
): Promise<boolean> {
  return untilWritten(async () => {
    const last = await records.get(lastAlerts, { event });
    if (last?.work === work) return true;
    const now = clock.now();
    const sentAt = last ? new Date(last.sent_at).getTime() : -Infinity;
    // Or the clock was ahead.
    if (Math.abs(now.getTime() - sentAt) < cooldownMilliseconds) return false;
    const row = { work, reason, sent_at: now.toISOString() };
    if (last) await records.update(lastAlerts, { event }, row, { version: last.version });
    else await records.insert(lastAlerts, { event, ...row });
    return true;
  });
}
