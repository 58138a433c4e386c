import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, writeFileSync } from 'node:fs';

/** Writes `.env` with generated secrets if it is absent, readable only by its owner. */
export function writeFirstEnvironment(file = '.env'): boolean {
  if (existsSync(file)) return false;
  const secret = () => randomBytes(24).toString('base64url');
  const lines = [
    '# Created by the first `npm start`. It contains secrets: do not share this file.',
    '# ADMIN_KEY is the API key of the user `admin`. All API keys are hashed with it: changing it',
    '# invalidates them and logs everyone out.',
    `ADMIN_KEY=${secret()}`,
    `APP_ENCRYPTION_KEY=${secret()}`,
    '',
  ];
  // Atomic: of two concurrent starts one creates the file, and the other reads it complete.
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, lines.join('\n'), { mode: 0o600 });
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
