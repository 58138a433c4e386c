import { Failure, isFailure } from '#core/platform/failure.ts';
import { paint } from './commands/line/shell.ts';

/** Runs a command's body: what the user can mend is one line and exit status 1, or 2 when
 * the command itself was wrong. */
export async function main(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    const isKnown = error instanceof Failure;
    const mark = paint(process.stderr, 'red', 'Error:');
    console.error(isKnown ? `${mark} ${error.message}` : error);
    process.exit(isFailure(error, 'invalid', 'usage') ? 2 : 1);
  }
}
