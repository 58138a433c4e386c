import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle, sizeOf, startSize } from '../../bundles/bundle.ts';
import { deployedFiles } from '../../bundles/deployed-files.ts';
import { inTurns, median, size, suite, timed, type Line } from '../suite.ts';

const rounds = size(9, 1);
/** How many of the largest functions are started. */
const functions = size(4, 1);

// What functions and commands cost before their first request. The functions hold the code of the
// DynamoDB client, but not credential providers outside AWS.
await suite(async (folder) => {
  const sizes = deployedFiles().map(async (file) => ({ file, bytes: await startSize(file) }));
  const largest = (await Promise.all(sizes)).sort((a, b) => b.bytes - a.bytes);
  const kilobytes = largest.map(({ bytes }) => bytes / 1000);
  const all = kilobytes.reduce((sum, one) => sum + one, 0);
  const lines: Line[] = [
    { name: 'Start size of functions, median', value: median(kilobytes), unit: 'kB', bar: 150 },
    { name: 'Start size of functions, all together', value: all, unit: 'kB' },
  ];
  for (const [at, { file }] of largest.slice(0, functions).entries()) {
    const { start, withClient } = sizeOf(await bundle(file, join(folder, `${at}`)), file);
    const name = `Function ${file}`;
    if (at === 0) {
      lines.push(
        { name: `${name}, without the SDK`, value: start / 1000, unit: 'kB', bar: 150 },
        { name: `${name}, with one client`, value: withClient / 1000, unit: 'kB', bar: 400 },
      );
    }
    const program = join(folder, `${at}.mjs`);
    // A handle that the module opens must not delay the end.
    writeFileSync(program, `await import('./${at}/bundle.mjs');\nprocess.exit();`);
    lines.push(await startLine(`${name}, initialisation`, [program], 40));
  }
  const command = resolve(import.meta.dirname, '../../lantern.js');
  return [...lines, await startLine('lantern --help', [command, '--help'], 22)];
});

/** Milliseconds above an empty program, in turns with it. */
async function startLine(name: string, words: readonly string[], bar: number): Promise<Line> {
  // The first run fills the file cache.
  const [own, empty] = await inTurns(
    rounds,
    () => timeOf(words),
    () => timeOf(['-e', '0']),
  );
  return { name, value: median(own) - median(empty), unit: 'ms', bar };
}

function timeOf(words: readonly string[]): Promise<number> {
  return timed(() => {
    const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' });
    if (status !== 0) throw new Error(`node ${words.join(' ')} failed`);
  });
}
