import { PassThrough, Writable } from 'node:stream';

export interface FakeOptions {
  /** Null: the end of standard input. */
  readonly typed?: string | null;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Streams for a command inside this process; optionally a terminal. */
export function fakeShell({
  typed = null,
  isTTY = false,
  columns = 80,
  variables = {},
}: FakeOptions) {
  const heard = { text: '' };
  const output = () =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _, done) {
          heard.text += chunk.toString();
          done();
        },
      }),
      { isTTY, columns, hasColors: () => isTTY },
    );
  const stdin = Object.assign(new PassThrough(), { isTTY });
  if (typed === null) stdin.end();
  else stdin.write(typed);
  return { heard, shell: { stdin, stdout: output(), stderr: output(), variables } };
}
