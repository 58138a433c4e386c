import { randomUUID } from 'node:crypto';

export function newSessionId(): string {
  return `ses_${randomUUID()}`;
}

/** Files are named after the id: another text of a caller must not reach them. */
export function isSessionId(text: string): boolean {
  return /^ses_[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
