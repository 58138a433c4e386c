import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pr } from '../../../scripts/commands/pr.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken, type PullDescription, type ScmHost } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export interface PrWorld {
  readonly host: ScmHost;
  /** The working directory of the commands. */
  readonly directory: string;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly git: (...words: string[]) => string;
  readonly pr: (words: string, options?: RunOptions) => Promise<Ran>;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  /** Replace or (empty) remove variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `lantern pr` in an empty folder, with a code host that has the pull request owner/repo 7. */
export async function prWorld(pull: PullDescription): Promise<PrWorld> {
  const { path: directory } = await temporaryFolder();
  const host = scmHost(pull);
  await serveHost(host);
  const around = { PATH: process.env['PATH'] ?? '', HOME: directory };
  return {
    ...{ host, directory },
    async write(path, text) {
      const file = join(directory, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    },
    git: (...words) =>
      execFileSync('git', words, { cwd: directory, env: around, stdio: 'pipe' }).toString().trim(),
    async pr(words, { input = '', variables = {} } = {}) {
      const shell = recordingShell({
        ...around,
        ...{ SCM_API_URL: host.origin, SCM_TOKEN: hostToken },
        ...variables,
      });
      const stdin = new PassThrough();
      stdin.end(input);
      const code = await run(words.match(/\S+/g) ?? [], { ...shell, stdin, directory });
      return { code, ...shell.printed() };
    },
  };
}

async function run(args: readonly string[], shell: Parameters<typeof pr>[1]): Promise<number> {
  const { printError } = await import('../../../scripts/program/main.ts');
  try {
    return (await pr(args, shell)) ?? 0;
  } catch (error) {
    return printError(error, shell.stderr);
  }
}
