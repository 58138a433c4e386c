import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/** Writes `.env` with generated secrets when there is none, readable by its owner only. */
export function writeFirstEnvironment(file = '.env'): boolean {
  if (existsSync(file)) return false;
  const secret = () => randomBytes(24).toString('base64url');
  const lines = [
    '# Made by the first `npm start`. Secrets: keep this file to yourself.',
    '# ADMIN_KEY logs in the user `admin`; changing it voids every key that was given out.',
    `ADMIN_KEY=${secret()}`,
    `APP_ENCRYPTION_KEY=${secret()}`,
    '',
  ];
  // Of two starts at once one makes the file, and the other finds it whole.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, lines.join('\n'), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
