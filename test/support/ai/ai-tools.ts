import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isDeep } from '#test/support/level.ts';

const pinned = resolve(import.meta.dirname, '../../../functions/images/worker/tools');

/** The reason why the real command lines are not tested here; undefined: they are. */
export function whyNoTools(): string | undefined {
  return isDeep ? undefined : 'they are 480 MB: npm run check:deep installs and tries them';
}

/** Installs the command lines of the worker image in a folder; returns the folder of their
 * programs. */
export async function installTools(folder: string): Promise<string> {
  const run = promisify(execFile);
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(join(pinned, name), join(folder, name));
  }
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['ci', ...quietly], { cwd: folder });
  // The one script that is needed: it installs the program for this system.
  await run(process.execPath, ['node_modules/@anthropic-ai/claude-code/install.cjs'], {
    cwd: folder,
  });
  return join(folder, 'node_modules/.bin');
}
