import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { scriptedCommand } from '#test/support/ai/scripted-ai.ts';
import { prWorld } from '#test/support/review/pr-world.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { buildCli } from '../../../scripts/build-cli.ts';

const run = promisify(execFile);
const patch = '@@ -1 +1,2 @@\n a\n+eval(input);';

/** The system's Node where it is an older one that the file must work with. */
function oldestNode(): string {
  const { stdout } = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' });
  const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
  return major >= 20 ? '/usr/bin/node' : process.execPath;
}

describe('lantern.mjs', () => {
  let file = '';
  beforeAll(async () => {
    file = await buildCli((await temporaryFolder()).path);
  });

  it('is one file of at most 3 MB, with its checksum', async () => {
    const bytes = await readFile(file);
    expect(bytes.length).toBeLessThanOrEqual(3_000_000);
    expect((await readdir(join(file, '..'))).sort()).toEqual(['lantern.mjs', 'lantern.mjs.sha256']);
    const checksum = createHash('sha256').update(bytes).digest('hex');
    expect(await readFile(`${file}.sha256`, 'utf8')).toBe(`${checksum}  lantern.mjs\n`);
  });

  it('reads and reviews a pull request without our folder, on Node 20 or newer', async () => {
    const { host, directory, write } = await prWorld({ files: [{ filename: 'a.ts', patch }] });
    const finding = { severity: 'warning', path: 'a.ts', line: 2, quote: 'eval(input);' };
    const json = { findings: [{ ...finding, title: 'No eval', body: '' }] };
    await write('script.json', JSON.stringify({ rules: [{ json }] }));
    const options = {
      cwd: directory,
      env: {
        ...{ PATH: '/usr/bin:/bin', HOME: directory },
        ...{ SCM_API_URL: host.origin, SCM_TOKEN: hostToken },
        AI_CLI_PROVIDER_A: scriptedCommand(join(directory, 'script.json')),
      },
    };
    const lantern = (...words: string[]) => run(oldestNode(), [file, ...words], options);
    const diff = await lantern('pr', 'diff', 'owner/repo', '7');
    expect(JSON.parse(diff.stdout)).toMatchObject({ files: [{ path: 'a.ts', patch }] });
    const review = await lantern('pr', 'review', 'owner/repo', '7', '--via', 'rest');
    expect(review.stdout).toBe('a.ts:2  warning  No eval\n\n1 comment: 1 warning\n');
    await expect(lantern('jobs', 'dead', 'docs')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Error: lantern\.mjs does not have this command/) as string,
    });
  });
});
