import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Line } from './line.ts';

const runs = 9;

/** What `pr post-comment` costs before its first request: an empty list needs none. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-review-'));
  const comments = join(folder, 'comments.json');
  await writeFile(comments, '[]');
  const command = [resolve('scripts/pr.ts'), 'post-comment', 'owner/repo', '1', 'abc', comments];
  try {
    // Alternating, and the fastest of each: a busy machine slows both down, not always equally.
    const [empty, started]: [number[], number[]] = [[], []];
    for (let run = 0; run < runs; run += 1) {
      empty.push(await millisecondsOf(['-e', '']));
      started.push(await millisecondsOf(command));
    }
    const [roof, value] = [Math.min(...empty), Math.min(...started)];
    return [
      {
        name: 'pr post-comment, start-up; an empty Node',
        ...{ value, unit: 'ms', roof, ratio: roof / value, floor: 0.05 },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function millisecondsOf(words: readonly string[]): Promise<number> {
  const began = performance.now();
  await promisify(execFile)(process.execPath, words);
  return performance.now() - began;
}
