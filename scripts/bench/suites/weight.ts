import { spawnSync } from 'node:child_process';
import { countRooms } from '../../lines.ts';
import { size, suite, timed, type Line } from '../suite.ts';

// What a reader carries, and how long a contributor waits.
await suite(async () => {
  const rooms = countRooms().map(({ name, lines }) => ({ name, value: lines, unit: 'lines' }));
  const product = rooms.filter(({ name }) => name !== 'tests');
  const sum = product.reduce((all, { value }) => all + value, 0);
  const lines: Line[] = [...rooms, { name: 'all but tests', value: sum, unit: 'lines' }];
  if (size(1, 0) === 0) return lines;
  const test = () => spawnSync(process.execPath, ['scripts/test.ts'], { stdio: 'ignore' });
  return [...lines, { name: 'npm test', value: (await timed(test)) / 1000, unit: 's' }];
});
