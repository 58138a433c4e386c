import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';

/** Writes `.env` with generated secrets when there is none, readable by its owner only. */
export function writeFirstEnvironment(file = '.env'): boolean {
  if (existsSync(file)) return false;
  const secret = () => randomBytes(24).toString('base64url');
  const lines = [
    '# Made by the first `npm start`. Secrets: keep this file to yourself.',
    '# ADMIN_KEY logs in the user `admin`; changing it voids every key that was given out.',
    `ADMIN_KEY=${secret()}`,
    `APP_ENCRYPTION_KEY=${secret()}`,
    '# The pages of a laptop are served over plain HTTP.',
    'SECURE_COOKIES=false',
    '',
  ];
  // O_EXCL: of two starts at once, one writes.
  writeFileSync(file, lines.join('\n'), { mode: 0o600, flag: 'wx' });
  return true;
}
