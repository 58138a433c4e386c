// npm run agent:dev -- [--foreground|--stop]
//   The agent service for development on port 9201, in the background unless told otherwise.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import { hideEnvironment } from './program/hide-environment.ts';
import { main } from './program/main.ts';
import { root, run } from './program/run.ts';

const usage = 'npm run agent:dev -- [--foreground|--stop]';
const startTimeoutMs = 30_000;

hideEnvironment();
await main(async () => {
  const [word, ...more] = process.argv.slice(2);
  const isKnown = word === undefined || ['--foreground', '--stop'].includes(word);
  if (!isKnown || more.length > 0) {
    throw new Failure('configuration', 'bad_usage', `Usage: ${usage}`);
  }
  const directory = environment()['SIDECAR_DATA_DIR'] ?? join(root, 'data/agent-dev');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, 'agent-dev.pid');
  const variables = {
    SIDECAR_PORT: '9201',
    SIDECAR_HOST: '127.0.0.1',
    SIDECAR_DATA_DIR: directory,
  };
  const words = ['scripts/serve.ts', 'agent'];
  if (word === '--foreground') {
    process.exitCode = await run('node', words, variables);
    return;
  }
  const running = readPid(file);
  if (word === '--stop') {
    if (running === undefined) console.log('The agent service was not running');
    else await stop(running, file);
    return;
  }
  if (running !== undefined) {
    const text = `The agent service runs already (process ${running}): stop it with npm run agent:dev -- --stop`;
    throw new Failure('configuration', 'runs_already', text);
  }
  await start({ file, words, variables, log: join(directory, 'agent-dev.log') });
});

interface Start {
  readonly file: string;
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly log: string;
}

async function start({ file, words, variables, log }: Start): Promise<void> {
  const output = openSync(log, 'w', 0o600);
  const child = spawn(process.execPath, words, {
    cwd: root,
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...variables, ...process.env },
  });
  let ended = false;
  child.once('exit', () => (ended = true));
  const until = Date.now() + startTimeoutMs;
  for (;;) {
    const line = /^agent listening on .*$/m.exec(readFileSync(log, 'utf8'))?.[0];
    if (line !== undefined) {
      writeFileSync(file, String(child.pid), { mode: 0o600 });
      child.unref();
      console.log(`${line}\nIts log is ${log}. Stop it with npm run agent:dev -- --stop`);
      return;
    }
    if (ended || Date.now() > until) {
      throw new Failure('configuration', 'no_start', `The agent service did not start: see ${log}`);
    }
    await sleep(100);
  }
}

async function stop(pid: number, file: string): Promise<void> {
  process.kill(pid, 'SIGTERM');
  const until = Date.now() + startTimeoutMs;
  while (isRunning(pid) && Date.now() < until) await sleep(100);
  rmSync(file, { force: true });
  console.log('The agent service has stopped');
}

/** Undefined: it does not run. */
function readPid(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return pid > 0 && isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
