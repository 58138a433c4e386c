import { join } from 'node:path';
import type { IdentityRules } from '#core/identity/rules.ts';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { localRecords } from '#core/platform/adapters/local/records/records.ts';
import type { Log } from '#core/platform/ports/log.ts';
import { atEnd } from '#test/support/at-end.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export const rules: IdentityRules = {
  service: 'Test',
  secret: 'the secret of the hashes',
  adminKey: 'the key of the administrator',
  roles: ['admin', 'user', 'viewer'],
  defaultRole: 'user',
  secureCookies: true,
  renewsSessions: false,
  namesUser: false,
  recordsUse: false,
  wrongLogin: 'Invalid username or password',
};

/** Records in a file, a clock that stands still and the log: the needs of the identity engine. */
export async function identityWorld() {
  const folder = await temporaryFolder();
  const logs: { readonly level: string; readonly message: string; readonly fields: object }[] = [];
  const log: Log = (level, message, fields = {}) => void logs.push({ level, message, fields });
  const database = openDatabase({ file: join(folder.path, 'app.db') });
  atEnd(() => database.close());
  const clock = manualClock();
  return { records: localRecords(database, { clock }), clock, log, logs };
}
