import { describe, expect, it } from 'vitest';
import { http } from '#test/support/http/http-client.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('npm run agent:dev', () => {
  it('starts one service in the background, and stops it', async () => {
    const folder = await temporaryFolder();
    const environment = { SIDECAR_DATA_DIR: folder.path, SIDECAR_PORT: '0' };
    const run = (...words: string[]) =>
      program(['agent-dev.ts', ...words], { cwd: folder.path, environment }).ended;
    const started = await run();
    expect(started).toMatchObject({ code: 0, stderr: '' });
    const url = /http:\S+/.exec(started.stdout)?.[0] ?? '';
    expect((await http(url)({ path: '/sessions' })).status).toBe(200);
    const second = await run();
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringMatching(/^Error: The agent service runs already \(process \d+\)/),
    ]);
    expect((await run('--stop')).stdout).toBe('The agent service has stopped\n');
    await expect(http(url)({ path: '/sessions' })).rejects.toThrow('ECONNREFUSED');
    expect((await run('--stop')).stdout).toBe('The agent service was not running\n');
    expect((await run('--start')).stderr).toMatch(/^Error: Usage: npm run agent:dev/);
  });
});
