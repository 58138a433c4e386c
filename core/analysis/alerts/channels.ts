import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { isBusy } from '#core/platform/retries.ts';
import { analysisSettings } from '../base/settings.ts';
import type { Delivery } from '../base/alert-messages.ts';
import { newsChannels, type NewsChannel } from '../base/news-channels.ts';
import { devices } from '../base/tables/alert-tables.ts';

type Needs = Pick<Platform, 'records' | 'environment' | 'fetch' | 'mail' | 'push' | 'log'>;
type Letter = Pick<Delivery, 'channel' | 'device' | 'title' | 'text' | 'json' | 'path'>;

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
  if (letter.channel === 'push') return push(needs, letter);
  const { title, text, path, json } = letter;
  const { kind, target } = targetOf(needs.environment, letter);
  const { PUBLIC_BASE_URL = '' } = analysisSettings(needs.environment);
  const url = path === '' ? '' : `${PUBLIC_BASE_URL}${path}`;
  if (kind === 'mail')
    return needs.mail.send({ to: target, subject: title, text: `${text}\n\n${url}\n` });
  if (kind === 'chat') {
    const line = inert(`${title}: ${text}`);
    return post(needs, target, { text: url === '' ? line : `${line}\n${url}` });
  }
  const more = json === undefined ? { text } : (JSON.parse(json) as object);
  return post(needs, target, { title, url, ...more });
}

/** Failure('configuration'): the operator has taken the channel away since. */
function targetOf(
  environment: Environment,
  { channel, device }: Letter,
): Pick<NewsChannel, 'kind' | 'target'> {
  const { CHAT_WEBHOOK_URL: chat, ALERT_EMAIL_TO: mail } = analysisSettings(environment);
  if (channel === 'mail' && mail !== undefined) return { kind: 'mail', target: mail };
  if (channel === 'chat' && chat !== undefined) return { kind: 'chat', target: chat };
  const own = newsChannels(environment).find(({ name }) => channel === 'news' && name === device);
  if (own) return own;
  const name = channel === 'news' ? `NEWS_CHANNELS with ${device}` : `the channel ${channel}`;
  throw new Failure('configuration', 'no_channel', `The settings no longer have ${name}`);
}

/** `<!channel>` and `@here` in a reason would call everyone. */
function inert(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@/g, '@\u200b');
}

async function post({ fetch }: Needs, url: string, body: object): Promise<void> {
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    timeoutMilliseconds: chatMilliseconds,
    maxBytes: 64 * 1024,
    trusted: true,
  });
  if (status >= 200 && status < 300) return;
  // The URL contains the key of the webhook.
  const message = `${new URL(url).host} answered ${status}`;
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
