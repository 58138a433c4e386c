import type { Environment } from '#core/platform/ports/environment.ts';
import { readHttpUrl } from '#core/text/url.ts';

// Read by the settings, and without them: part of the last step of every analysis.

export interface NewsChannel {
  /** Whom it is for: a team, a label or an owner of code (`@…`), in small letters; or `default`. */
  readonly reader: string;
  /** The same, and whether it is told once a day. */
  readonly name: string;
  readonly isDaily: boolean;
  readonly kind: 'chat' | 'mail' | 'webhook';
  /** An address of the kind. */
  readonly target: string;
}

const maxNameLength = 100;

/** Undefined: it cannot be read. */
export function readNewsChannels(text: string): readonly NewsChannel[] | undefined {
  const channels = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readChannel);
  const names = channels.map((channel) => channel?.name);
  if (names.includes(undefined) || new Set(names).size < names.length) return undefined;
  return channels.filter((channel) => channel !== undefined);
}

function readChannel(text: string): NewsChannel | undefined {
  const [, who = '', daily = '', kind, target = ''] =
    /^([^=]+)=(daily-)?(chat|mail|webhook):(\S+)$/.exec(text) ?? [];
  if (kind === undefined || who.length > maxNameLength) return undefined;
  const isRight = kind === 'mail' ? /^[^\s@]+@[^\s@]+$/.test(target) : readHttpUrl(target);
  if (!isRight) return undefined;
  const reader = who.trim().toLowerCase();
  const isDaily = daily !== '';
  const name = isDaily ? `${reader} daily` : reader;
  return { reader, name, isDaily, kind: kind as NewsChannel['kind'], target };
}

export function newsChannels({ NEWS_CHANNELS: text = '' }: Environment): readonly NewsChannel[] {
  return readNewsChannels(text) ?? [];
}
