import { inspect } from 'node:util';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { installHint } from './install-hint.ts';
import { paint, type Shell } from '../commands/line/shell.ts';
import { unwritable } from '../commands/line/unwritable.ts';

/** Runs a command's body. An error that the user can correct is one line and exit status 1, or 2
 * for a wrong command line. */
export async function main(body: () => Promise<void>): Promise<void> {
  // A service goes on when the reader of its output has gone.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    await body();
  } catch (error) {
    process.exit(printError(error, process.stderr));
  }
}

/** For a command: ends quietly when the reader has enough, as in `… | head`, and says when its output is
 * lost, as on a full disk. */
export function endWithOutput(): void {
  process.stdout.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    process.exit(printError(unwritable('Standard output', code), process.stderr));
  });
}

/** Returns the exit status. */
export function printError(error: unknown, stderr: Shell['stderr']): number {
  const message = error instanceof Failure ? error.message : installHint(error);
  const mark = paint(stderr, 'red', 'Error:');
  stderr.write(`${message === undefined ? inspect(error) : `${mark} ${message}`}\n`);
  return isFailure(error, 'invalid', 'usage') ? 2 : 1;
}
