import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export function newApiKey(): string {
  return `app_${randomBytes(32).toString('base64url')}`;
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashApiKey(secret: string, key: string): string {
  return createHmac('sha256', secret).update(key).digest('hex');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** In a time that tells neither where the texts differ nor how long they are. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Names a secret without telling anything about it. */
export function markOf(secret: string): string {
  return createHmac('sha256', secret).update('mark').digest('hex').slice(0, 32);
}
