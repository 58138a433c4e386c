import type { Environment } from '#core/platform/ports/environment.ts';
import { maskedStart, maskSecrets, maskTokens } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';

/** Values after words such as `password=` stay only when the operator asked for it; see mask.ts. */
export type Mask = (text: string) => string;

const maxTextLength = 16_000;
const maxParts = 500;
const deepest = 6;

/** Control characters but tab and line feed, which would move the cursor of a terminal, and the
 * line separators of Unicode. */
const control = /[^\P{Cc}\t\n]|[\u2028\u2029]/gu;

/** Text for the log: masked, of bounded length, without what harms a reader's terminal. */
export function cleanText(text: string, mask: Mask): string {
  let isCut = false;
  const clean = maskedStart(text, maxTextLength + 1, (start) => {
    isCut = start.length < text.length;
    const wellFormed = start.toWellFormed().replaceAll('\r\n', '\n');
    return mask(wellFormed).replace(control, '\uFFFD');
  });
  isCut ||= clean.length > maxTextLength;
  return isCut ? `${clean.slice(0, maxTextLength).toWellFormed()}…` : clean;
}

/** The details of a step as plain JSON, bounded, with every text clean. */
export function cleanDetails(
  details: Readonly<Record<string, unknown>>,
  mask: Mask,
): Record<string, unknown> {
  let partsLeft = maxParts;
  const clean = (value: unknown, depth: number): unknown => {
    partsLeft -= 1;
    if (partsLeft < 0) return '…';
    if (typeof value === 'string') return cleanText(value, mask);
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object') return undefined;
    if (depth === deepest) return '…';
    if (Array.isArray(value)) return value.slice(0, maxParts).map((one) => clean(one, depth + 1));
    const entries = Object.entries(value).slice(0, maxParts);
    return Object.fromEntries(
      entries.map(([name, one]) => {
        const key = cleanText(name, mask);
        // Masks `{"password": "…"}`, where the word is the name.
        const isSecret = typeof one === 'string' && mask(`${name}=x${one}`) === `${name}=***`;
        return [key, isSecret ? '***' : clean(one, depth + 1)];
      }),
    );
  };
  return clean(details, 0) as Record<string, unknown>;
}

interface Secrets {
  /** Those of the configuration. */
  readonly known: readonly string[];
  /** False: known secrets and everything in the form of a token are masked all the same (S10). */
  readonly masksByWords: boolean;
}

export function maskingOf(environment: Environment, { known, masksByWords }: Secrets): Mask {
  const secrets = [...secretsOf(environment), ...known];
  const mask = masksByWords ? maskSecrets : maskTokens;
  return (text) => mask(text, secrets);
}
