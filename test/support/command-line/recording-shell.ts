import { PassThrough } from 'node:stream';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Shell } from '../../../scripts/commands/line/shell.ts';

/** A shell without a terminal, which records what a command prints. */
export function recordingShell(
  variables: Environment,
  typed = '',
): Shell & { printed(): { stdout: string; stderr: string } } {
  const stdin = new PassThrough();
  stdin.end(typed);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const textOf = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? '');
  return {
    ...{ stdin, stdout, stderr, variables },
    printed: () => ({ stdout: textOf(stdout), stderr: textOf(stderr) }),
  };
}
