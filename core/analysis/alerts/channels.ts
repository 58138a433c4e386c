import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isBusy } from '#core/platform/retries.ts';
import { analysisSettings } from '../base/settings.ts';
import type { Delivery } from '../base/alert-messages.ts';
import { devices } from '../base/tables/alert-tables.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'fetch' | 'mail' | 'push' | 'log'>;
type Letter = Pick<Delivery, 'channel' | 'device' | 'title' | 'text' | 'path'>;

const chatMilliseconds = 10_000;

/** The channels for all alerts; web push depends on who is subscribed. */
export function configuredChannels(environment: Environment): readonly ('chat' | 'mail')[] {
  const { CHAT_WEBHOOK_URL, SMTP_HOST, ALERT_EMAIL_TO } = analysisSettings(environment);
  return [
    ...(CHAT_WEBHOOK_URL === undefined ? [] : (['chat'] as const)),
    ...(SMTP_HOST === undefined || ALERT_EMAIL_TO === undefined ? [] : (['mail'] as const)),
  ];
}

export async function sendThrough(needs: Needs, letter: Letter): Promise<void> {
  const { channel, title, text, path } = letter;
  const { PUBLIC_BASE_URL = '', ALERT_EMAIL_TO = '' } = analysisSettings(needs.environment);
  const link = path === '' ? '' : `\n${PUBLIC_BASE_URL}${path}`;
  if (channel === 'chat') await postToChat(needs, `${title}: ${inert(text)}${link}`);
  else if (channel === 'push') await push(needs, letter);
  else await needs.mail.send({ to: ALERT_EMAIL_TO, subject: title, text: `${text}\n${link}\n` });
}

/** `<!channel>` and `@here` in a reason would call everyone. */
function inert(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@/g, '@\u200b');
}

async function postToChat({ environment, fetch }: Needs, text: string): Promise<void> {
  const { CHAT_WEBHOOK_URL: url } = analysisSettings(environment);
  if (url === undefined) throw new Failure('configuration', 'no_chat', 'CHAT_WEBHOOK_URL is unset');
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
    timeoutMilliseconds: chatMilliseconds,
    maxBytes: 64 * 1024,
    trusted: true,
  });
  if (status >= 200 && status < 300) return;
  // The URL contains the key of the webhook.
  const message = `The chat at ${new URL(url).host} answered ${status}`;
  throw new Failure('upstream', isBusy(status) ? 'chat_busy' : 'chat_refused', message);
}

async function push(
  needs: Needs,
  { device: id, title, text: body, path: url }: Letter,
): Promise<void> {
  const row = await needs.records.get(devices, { id });
  if (!row) return;
  const { endpoint, p256dh, auth } = row;
  const payload = JSON.stringify({ title, body, url });
  const outcome = await needs.push.send({ endpoint, keys: { p256dh, auth } }, payload);
  if (outcome === 'delivered') return;
  needs.log('INFO', 'a push subscription has ended', { host: new URL(endpoint).host });
  await needs.records.delete(devices, { id });
}
