import { inspect } from 'node:util';
import { Failure, isFailure } from '#core/platform/failure.ts';
import { paint, type Shell } from './commands/line/shell.ts';

/** Runs a command's body. An error that the user can correct is one line and exit status 1, or 2
 * for a wrong command line. */
export async function main(body: () => Promise<void>): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has enough, as in `… | head`.
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  try {
    await body();
  } catch (error) {
    process.exit(printError(error, process.stderr));
  }
}

/** Returns the exit status. */
export function printError(error: unknown, stderr: Shell['stderr']): number {
  const isKnown = error instanceof Failure;
  const mark = paint(stderr, 'red', 'Error:');
  stderr.write(`${isKnown ? `${mark} ${error.message}` : inspect(error)}\n`);
  return isFailure(error, 'invalid', 'usage') ? 2 : 1;
}
