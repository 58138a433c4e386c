import { existsSync } from 'node:fs';
import type { Clock } from '../../../ports/clock.ts';
import type { Environment } from '../../../ports/environment.ts';
import type { Sandbox, SandboxResult, SandboxRun } from '../../../ports/programs/sandbox.ts';
import { isInstalled, programRunner } from './command-line.ts';

const maxOutputBytes = 60_000;
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const containerPrograms = ['podman', 'docker'] as const;

interface Options {
  readonly clock: Clock;
  readonly environment: Environment;
}

/** Runs commands with an image in a container of podman or docker, others under bubblewrap. */
export function localSandbox({ clock, environment }: Options): Sandbox {
  const start = programRunner({ clock });
  // What the clients need to find their service; the command does not get it.
  const own: Record<string, string> = { PATH: environment['PATH'] ?? path };
  for (const name of ['HOME', 'XDG_RUNTIME_DIR', 'DOCKER_HOST', 'CONTAINER_HOST']) {
    const value = environment[name];
    if (value !== undefined) own[name] = value;
  }

  const quickly = (program: string, words: readonly string[]) =>
    start({
      program,
      arguments: words,
      directory: '/',
      environment: own,
      input: '',
      timeoutMilliseconds: 30_000,
    });

  /** The first that is installed and answers. */
  async function findContainers() {
    for (const program of containerPrograms) {
      if (!(await isInstalled(program, own['PATH'] ?? ''))) continue;
      const { code } = await quickly(program, ['info']);
      if (code === 0) return program;
    }
    return undefined;
  }

  async function inside(
    run: SandboxRun,
    program: string,
    words: readonly string[],
  ): Promise<SandboxResult> {
    let output = Buffer.alloc(0);
    const result = await start(
      {
        program,
        arguments: [...words, 'sh', '-c', `exec 2>&1\n${run.command}`],
        directory: run.directory,
        environment: { ...run.environment, ...own },
        input: '',
        timeoutMilliseconds: run.timeoutMilliseconds,
        signal: run.signal,
      },
      (chunk) => {
        output = Buffer.concat([output, chunk]).subarray(-maxOutputBytes);
        return true;
      },
    );
    const { end, code, stderr } = result;
    if (end === 'exited' || end === 'timed-out' || end === 'aborted') {
      // What the program itself said, such as that there is no such image.
      return { end, code, output: new TextDecoder().decode(output) + (code === 0 ? '' : stderr) };
    }
    return { end: 'not-run', reason: `${program} did not start: ${stderr || end}` };
  }

  return {
    async run(run) {
      if (run.image === undefined) {
        if (run.hasNetwork) return { end: 'not-run', reason: 'a network needs an image' };
        if (!(await isInstalled('bwrap', own['PATH'] ?? ''))) {
          return {
            end: 'not-run',
            reason: 'bubblewrap (bwrap) is not installed, and no image is set',
          };
        }
        // Some machines forbid what it needs: that is no failure of the command.
        const { code, stderr } = await quickly('bwrap', [...bubblewrap(), 'true']);
        if (code !== 0)
          return { end: 'not-run', reason: `bubblewrap cannot be used here: ${stderr}` };
        return inside(run, 'bwrap', bubblewrap(run.directory));
      }
      const program = await findContainers();
      if (program === undefined) {
        return { end: 'not-run', reason: 'neither podman nor docker can be used here' };
      }
      const name = `lantern-${run.name}`;
      const remove = () => quickly(program, ['rm', '--force', name]);
      // A killed service leaves its container behind.
      await remove();
      try {
        return await inside(run, program, container(run, program, name));
      } finally {
        // The end of the client does not end the container.
        await remove();
      }
    },
  };
}

/** Programs and libraries of this machine, read-only; no home, no network, no other process. */
function bubblewrap(directory?: string): string[] {
  const shared = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/alternatives', '/etc/ssl/certs'];
  return [
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--hostname',
    'check',
    ...shared.filter((folder) => existsSync(folder)).flatMap((one) => ['--ro-bind', one, one]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    ...(directory === undefined ? [] : ['--bind', directory, '/work', '--chdir', '/work']),
    '--setenv',
    'PATH',
    path,
    '--setenv',
    'HOME',
    '/tmp',
    ...['XDG_RUNTIME_DIR', 'DOCKER_HOST', 'CONTAINER_HOST'].flatMap((each) => ['--unsetenv', each]),
  ];
}

function container(run: SandboxRun, program: string, name: string): string[] {
  const user = `${process.getuid?.() ?? 1_000}:${process.getgid?.() ?? 1_000}`;
  return [
    'run',
    '--rm',
    '--name',
    name,
    '--pull',
    'missing',
    ...(run.hasNetwork ? [] : ['--network', 'none']),
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
    '--pids-limit',
    '1024',
    '--memory',
    '4g',
    // So that files that it writes can be deleted.
    ...(program === 'podman' ? ['--userns', 'keep-id'] : ['--user', user]),
    '--volume',
    `${run.directory}:/work`,
    '--workdir',
    '/work',
    '--tmpfs',
    '/tmp:exec',
    '--env',
    'HOME=/tmp',
    // By name: a value in the arguments could be read by every user of the machine.
    ...Object.keys(run.environment).flatMap((each) => ['--env', each]),
    '--entrypoint',
    '',
    '--',
    run.image ?? '',
  ];
}
