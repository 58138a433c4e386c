import { join } from 'node:path';
import { openDatabase } from '#core/platform/adapters/local/database/database.ts';
import { receiving } from '../deliveries.ts';
import { suite } from '../suite.ts';

// Against inserts with a commit for all that wait.
await suite(async (folder) => {
  const database = openDatabase({ file: join(folder, 'bare.db') });
  await database.write((sql) => sql.execute('CREATE TABLE bare (id INTEGER PRIMARY KEY, body)'));
  const lines = await receiving({
    name: 'Signed delivery of 10 kB, durable',
    folder,
    configuration: folder,
    insert: (body) =>
      database.write((sql) => {
        sql.statement('INSERT INTO bare (body) VALUES (?)').run(body);
      }),
    floor: 0.5,
  });
  await database.close();
  return lines;
});
