import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import { makeHome } from './make-home.ts';

interface Options {
  readonly seed: number;
  readonly isMadeAgain?: boolean;
}

/** Makes the home unless the folder has it. One whose making was interrupted is made once more; a
 * folder of anything else is refused. */
export async function prepareHome(folder: string, { seed, isMadeAgain }: Options): Promise<void> {
  const note = join(folder, 'demo.json');
  const isOurs = existsSync(note);
  if (!isOurs && existsSync(folder) && readdirSync(folder).length > 0) {
    const message = `${folder} has other files: name a folder that is new or empty`;
    throw new Failure('invalid', 'usage', message);
  }
  if (isOurs && !isMadeAgain && readFileSync(note, 'utf8') !== unfinished) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(note, unfinished);
  await makeHome(folder, { seed, end: new Date(), tell });
  writeFileSync(note, `${JSON.stringify({ seed })}\n`);
}

const unfinished = '{}\n';

function tell(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r${done} of ${all} events${done === all ? '\n' : ''}`);
}
