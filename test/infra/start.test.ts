import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { bundleAll } from '../../scripts/bundles/bundle.ts';
import { deployedFiles } from '../../scripts/bundles/deployed-files.ts';

/** Processor time of a start, in empty Node processes. About 2.4 were seen; the bar of 40 ms over an
 * empty process is about 3.4, and held by the bench line: this bound leaves room for slow machines. */
const most = 5;
const attempts = 3;

const files = deployedFiles();

describe('the start of every function', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let programs: ReadonlyMap<string, string>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    programs = await bundleAll(files, folder.path);
  }, 120_000);
  afterAll(() => folder?.remove());

  /** Milliseconds on the processor, which other processes on the machine do not add to. */
  async function busy(program: string): Promise<number> {
    const file = join(folder.path, 'start.mjs');
    await writeFile(
      file,
      `${program}\nconst { user, system } = process.cpuUsage();
process.stdout.write(String((user + system) / 1000));\nprocess.exit();`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    return Number(stdout);
  }

  async function least(program: string, enough: number): Promise<number> {
    let found = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < attempts && found > enough; attempt++) {
      found = Math.min(found, await busy(program));
    }
    return found;
  }

  it('costs little more than that of an empty process', async () => {
    const empty = await least('', 0);
    const slow: string[] = [];
    for (const [file, path] of programs) {
      const ratio = (await least(`await import(${JSON.stringify(path)});`, most * empty)) / empty;
      if (ratio > most) slow.push(`${file}: ${ratio.toFixed(1)} times an empty process`);
    }
    expect(slow).toEqual([]);
    expect(programs.size).toBe(files.length);
  }, 240_000);
});
