// Another program in the middle of a write to a file that is not in WAL mode yet. It releases the
// lock by itself, because the waiting test is blocked.
import { DatabaseSync } from 'node:sqlite';

const handle = new DatabaseSync(process.argv[2] ?? '');
handle.exec('CREATE TABLE theirs (value INTEGER)');
handle.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
setTimeout(() => {
  handle.exec('COMMIT');
  handle.close();
}, 300);
