import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle, bundleTogether, sizeOf } from '../bundles/bundle.ts';
import { deployedFiles } from '../bundles/deployed-files.ts';
import type { Line } from './line.ts';

const runs = 9;
/** How many of the largest are made and started alone, as they are deployed. */
const chosen = 3;

/** What the functions cost before their first request: sizes as they are deployed, where what is
 * imported lazily stands in files of its own. Counted is what the DynamoDB client needs to be made,
 * not the credential chains of other places. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-cold-'));
  try {
    const found: Line[] = [];
    for (const file of await largest()) {
      const name = file.replaceAll('/', '-');
      const { start, client } = sizeOf(await bundle(file, join(folder, name)), file);
      const time = await startOver(folder, `await import('./${name}/bundle.mjs');`);
      found.push(
        { ...kilobytes(`${file}, without the SDK`, start), bar: 150 },
        { ...kilobytes(`${file}, with the DynamoDB client`, client), bar: 400 },
        { name: `Function ${file}, module initialisation`, value: time, unit: 'ms', bar: 40 },
      );
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The functions that read most before their first request. */
async function largest(): Promise<string[]> {
  const files = deployedFiles().map(({ file }) => file);
  const outputs = await bundleTogether(files);
  const size = (file: string) => sizeOf(outputs, file).start;
  return files.toSorted((a, b) => size(b) - size(a)).slice(0, chosen);
}

function kilobytes(what: string, bytes: number) {
  return { name: `Function ${what}`, value: Math.round(bytes / 100) / 10, unit: 'kB' };
}

/** Milliseconds from the start of the process to the end of the program, over the empty one's:
 * medians of runs in turn. */
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

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
