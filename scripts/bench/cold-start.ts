import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle, sizeOf, startSize } from '../bundles/bundle.ts';
import { deployedFiles } from '../bundles/deployed-files.ts';
import type { Line } from './line.ts';
import { median } from './median.ts';

const runs = 9;
/** The number of largest functions to start. */
const started = 4;

/** What functions cost before their first request, for those with the most code. Includes the code
 * of the DynamoDB client, but not credential providers outside AWS. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-cold-'));
  try {
    const lines: Line[] = [];
    for (const [at, file] of (await largest()).entries()) {
      const size = sizeOf(await bundle(file, join(folder, String(at))), file);
      const time = await startOver(folder, `await import('./${at}/bundle.mjs');`);
      if (at === 0) {
        lines.push(
          { ...kilobytes(`${file}, without the SDK`, size.start), bar: 150 },
          { ...kilobytes(`${file}, with the DynamoDB client`, size.withClient), bar: 400 },
        );
      }
      lines.push({ name: `Function ${file}, initialisation`, value: time, unit: 'ms', bar: 40 });
    }
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function largest(): Promise<string[]> {
  const sizes = deployedFiles().map(async (file) => ({ file, size: await startSize(file) }));
  const sorted = (await Promise.all(sizes)).toSorted((a, b) => b.size - a.size);
  return sorted.slice(0, started).map(({ file }) => file);
}

function kilobytes(what: string, bytes: number) {
  return { name: `Function ${what}`, value: Math.round(bytes / 100) / 10, unit: 'kB' };
}

/** Milliseconds from the start of the process to the end of the program, minus those of an empty
 * program: medians of alternating runs. */
async function startOver(folder: string, program: string): Promise<number> {
  const files = [join(folder, 'empty.mjs'), join(folder, 'program.mjs')];
  for (const [at, file] of files.entries()) {
    const text = `${at === 0 ? '' : program}\nprocess.stdout.write(String(performance.now()))`;
    await writeFile(file, text);
  }
  const times: number[][] = [[], []];
  for (let run = 0; run < runs; run++) {
    for (const [at, file] of files.entries()) {
      const { stdout } = await promisify(execFile)(process.execPath, [file]);
      times[at]?.push(Number(stdout));
    }
  }
  const [nothing = 0, whole = 0] = times.map(median);
  return Math.round((whole - nothing) * 10) / 10;
}
