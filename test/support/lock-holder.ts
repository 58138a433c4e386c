// Another program in the middle of a write to a file that is not in WAL mode yet. It lets go by
// itself, as whoever waits for it in the test cannot do anything meanwhile.
import { DatabaseSync } from 'node:sqlite';

const handle = new DatabaseSync(process.argv[2] ?? '');
handle.exec('CREATE TABLE theirs (value INTEGER)');
handle.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
setTimeout(() => {
  handle.exec('COMMIT');
  handle.close();
}, 300);
