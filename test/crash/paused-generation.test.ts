import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { acceptGeneration } from '#test/support/docs/generation-home.ts';
import { remains } from '#test/support/docs/generation-remains.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Step 0: not on the disk. */
type Case = readonly [call: string, outcome: string, disk: number];

const program = fileURLToPath(new URL('../support/docs/generation-child.ts', import.meta.url));

/** A worker that stops there; another one, for whom the leases of the first are over, that does
 * the work; and the first one again. Gives what the first one said when it woke up. */
async function workAroundPause(words: readonly string[], stop: readonly string[]) {
  const child = spawn(process.execPath, [program, ...words, '--stop', ...stop], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines: string[] = [];
  const stopped = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (line === 'stopping') stopped.resolve();
  });
  await Promise.race([stopped.promise, closed]);
  expect(lines.filter((line) => !line.startsWith('{'))).toEqual(['stopping']);
  try {
    const other = await runChild('docs/generation-child.ts', [...words, '--hours', '1']);
    expect(other).toMatchObject({ code: 0, errors: '' });
  } finally {
    child.kill('SIGCONT');
  }
  expect(await closed).toEqual([0, null]);
  return lines.find((line) => line.startsWith('woken'));
}

describe.each(['plain', 'real'])(
  'a generation whose worker sleeps past its lease: %s',
  (render) => {
    let whole: object;
    beforeAll(async () => {
      whole = await accepted(
        async (words) => void (await runChild('docs/generation-child.ts', words)),
      );
    });

    async function accepted(work: (words: string[]) => Promise<void>) {
      const folder = await temporaryFolder();
      await acceptGeneration(folder.path, 2);
      await work(['--folder', folder.path, '--render', render]);
      const left = await remains(folder.path, 2);
      return left;
    }

    const cases: Record<string, readonly Case[]> = {
      plain: [
        // While it plans.
        ['records.update generations', 'conflict changed', 0],
        ['records.update projects', 'conflict changed', 0],
        ['records.add generation_pages', 'done', 0],
        ['queue.send docs-page', 'done', 0],
        // While it writes a page.
        ['records.update generation_pages done', 'missing no_row', 0],
        ['records.put cached_pages', 'done', 0],
        ['queue.send docs-render', 'done', 0],
        // While it renders, publishes and ends.
        ['version.publish ', 'conflict outdated', 0],
        ['records.update projects ready', 'conflict changed', 0],
        ['records.update job_leases done', 'conflict changed', 0],
      ],
      real: [
        // The last file of a site.
        ['version.put llms-full.txt', 'done', 0],
        // Before it asks whether the site is still its own, before the version moves to its place,
        // and before the link to it is made.
        ['version.publish ', 'conflict ended', 1],
        ['version.publish ', 'conflict outdated', 9],
        ['version.publish ', 'done', 10],
        ['version.publish ', 'done', 11],
      ],
    };
    it.each(cases[render] ?? [])(
      'before %s: %s, disk step %i (R3)',
      async (call, outcome, disk) => {
        const left = await accepted(async (words) => {
          const step = disk === 0 ? [] : ['--disk', String(disk)];
          expect(await workAroundPause(words, [call, ...step])).toBe(`woken: ${outcome}`);
        });
        expect(left).toEqual(whole);
      },
    );
  },
);
