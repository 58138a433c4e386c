import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Runs an installed tool in the repository's folder and returns its exit status. */
export function run(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const bin = `${root}node_modules/.bin`;
    const env = { ...variables, ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` };
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}
