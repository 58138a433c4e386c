import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../../failure.ts';

/** One folder that has the given folders, which are moved, under their names and without `.git`. It
 * is beside the first of them: the sweep of abandoned clones removes what a crash leaves there. */
export async function sideBySide(folders: Readonly<Record<string, string>>): Promise<string> {
  const [first] = Object.values(folders);
  if (first === undefined) throw new Failure('invalid', 'bad_key', 'A tree needs a folder');
  const whole = join(dirname(first), `partial-${randomUUID()}`);
  for (const [name, from] of Object.entries(folders)) {
    if (/^\.|[/\\\0]/.test(name) || name === '') {
      throw new Failure('invalid', 'bad_key', 'Not a name for a folder of a working tree');
    }
    await mkdir(whole, { recursive: true, mode: 0o700 });
    await rename(from, join(whole, name));
    await rm(join(whole, name, '.git'), { recursive: true, force: true, maxRetries: 3 });
  }
  return whole;
}
