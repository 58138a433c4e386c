import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasRunning } from '#core/platform/adapters/local/programs/process-group.ts';

describe.runIf(process.platform === 'linux')('a process group', () => {
  it('has a running process until it ends', async () => {
    const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
    const group = child.pid as number;
    expect(await hasRunning(group)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await hasRunning(group)).toBe(false);
  });

  it('has none when only a zombie is left that no process reaps', async () => {
    // The inner shell leaves the group as `sleep`, which never waits for the shell's child.
    const inner = "sh -c '(exit 0) & exec setsid sleep 60' & echo $!";
    const child = spawn('sh', ['-c', inner], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const group = child.pid as number;
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const parent = Number(line.toString());
    onTestFinished(() => void process.kill(parent, 'SIGKILL'));
    await expect
      .poll(async () => (await readFile(`/proc/${parent}/comm`, 'utf8')).trim())
      .toBe('sleep');
    await expect.poll(() => hasRunning(group)).toBe(false);
    // It is still there.
    expect(process.kill(-group, 0)).toBe(true);
  });
});
