import { styleText } from 'node:util';
import type { Writable } from 'node:stream';
import type { Environment } from '#core/platform/ports/environment.ts';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** Whether it is a real terminal; false with NO_COLOR and TERM=dumb. */
  hasColors?(): boolean;
}

/** The streams and variables of a command. */
export interface Shell {
  readonly stdin: NodeJS.ReadableStream & Terminal;
  readonly stdout: Writable & Terminal;
  readonly stderr: Writable & Terminal;
  readonly variables: Environment;
  /** Absent: the process's working directory. */
  readonly directory?: string;
}

type Format = Parameters<typeof styleText>[0];

/** Adds colour if the stream is a terminal with colours. */
export function paint(stream: Terminal, format: Format, text: string): string {
  const isColoured = stream.isTTY === true && stream.hasColors?.() === true;
  return isColoured ? styleText(format, text, { validateStream: false }) : text;
}

/** Prints a value as JSON or as text. */
export function print(
  { stdout }: Pick<Shell, 'stdout'>,
  { json }: { readonly json?: boolean | undefined },
  data: unknown,
  text: string,
): void {
  stdout.write(`${json === true ? JSON.stringify(data) : text}\n`);
}
