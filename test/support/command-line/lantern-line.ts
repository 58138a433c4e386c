import { printError } from '../../../scripts/program/main.ts';
import { lantern } from '../../../scripts/commands/lantern.ts';
import { recordingShell } from './recording-shell.ts';

export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process: most cases need no program of their own. */
export async function lanternLine(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  stdin = '',
): Promise<Printed> {
  const shell = recordingShell(variables, stdin);
  const ended = lantern(words, shell).catch((error: unknown) => printError(error, shell.stderr));
  return { code: (await ended) ?? 0, ...shell.printed() };
}
