import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

export function newApiKey(): string {
  return `app_${randomBytes(32).toString('base64url')}`;
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashApiKey(secret: string, key: string): string {
  return keyedHash(secret, key);
}

export function keyedHash(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Constant-time: the duration reveals neither length nor first difference. */
export function isSameSecret(secret: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(secret), digest(expected));
}
