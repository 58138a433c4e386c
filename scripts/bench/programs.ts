import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../program/run.ts';

export type Program = Awaited<ReturnType<typeof startProgram>>;

/** Runs a script of package.json in a process of its own, until the service listens. */
export async function startProgram(
  script: string,
  service: string,
  home: string,
  variables: Readonly<Record<string, string>>,
) {
  const all = script.replaceAll(/(?<=^| )(\.\/)?(?=scripts\/)/g, root).split(' ');
  const words = all.slice(all.indexOf('node') + 1);
  const env = { PATH: process.env['PATH'], HOME: home, LOG_LEVEL: 'ERROR', ...variables };
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const program = spawn(process.execPath, words, { cwd: home, env, stdio: [...stdio] });
  let text = '';
  for await (const chunk of program.stdout ?? []) {
    text += String(chunk);
    const url = new RegExp(`${service} listening on (\\S+)`).exec(text)?.[1];
    if (url === undefined) continue;
    const stop = async () => {
      // It may have ended by itself.
      if (program.exitCode === null && program.kill('SIGTERM')) await once(program, 'exit');
    };
    return { pid: program.pid, url, stop };
  }
  throw new Error(`${service} did not start: ${text}`);
}
