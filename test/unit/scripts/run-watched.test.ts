import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const folder = eachTest(temporaryFolder);
const runWatched = resolve(import.meta.dirname, '../../../scripts/services/run-watched.ts');

async function write(file: string, ...lines: readonly string[]): Promise<string> {
  const path = join(folder().path, file);
  await writeFile(path, lines.join('\n'));
  return path;
}

async function start(variables: Record<string, string>) {
  await write('part.mjs', `export const part = 'one';`);
  const main = await write(
    'main.mjs',
    `import { runWatched } from ${JSON.stringify(runWatched)};`,
    `import { part } from './part.mjs';`,
    `if (!(await runWatched(process.env))) {`,
    `  const run = setInterval(() => {}, 1000);`,
    `  process.on('SIGTERM', () => { console.log('stops'); clearInterval(run); });`,
    `  console.log('runs ' + part + ' ' + process.argv[2]);`,
    `}`,
  );
  return program([main, 'word'], { cwd: folder().path, environment: variables });
}

it('with DEBUG=true a changed source restarts the program', async () => {
  const running = await start({ DEBUG: 'true' });
  await running.printed(/^runs one word$/);
  await write('part.mjs', `export const part = 'two';`);
  await running.printed(/^runs two word$/);
  running.kill('SIGTERM');
  const { code, stdout } = await running.ended;
  expect([code, stdout.split('\n').filter((line) => line === 'stops')]).toEqual([
    0,
    ['stops', 'stops'],
  ]);
});

it('without it the program runs itself', async () => {
  const running = await start({});
  await running.printed(/^runs one word$/);
  running.kill('SIGTERM');
  const { code, stdout } = await running.ended;
  expect([code, stdout]).toEqual([0, 'runs one word\nstops\n']);
});
