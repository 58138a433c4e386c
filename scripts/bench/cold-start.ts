import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';

interface Line {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** At most this. */
  readonly bar?: number;
}

type Outputs = esbuild.Metafile['outputs'];

const ROOT = resolve(import.meta.dirname, '../..');
const RUNS = 7;

/** A function that keeps rows of one table. */
const sample = `
  import * as z from 'zod/mini';
  import { awsClients } from '#core/platform/adapters/aws/clients.ts';
  import { awsBlobs } from '#core/platform/adapters/aws/blobs.ts';
  import { awsRecords } from '#core/platform/adapters/aws/records.ts';
  import { table } from '#core/platform/table.ts';
  const things = table({
    name: 'things', version: 1, key: ['id'], columns: z.object({ id: z.string() }),
  });
  const clients = awsClients({ region: 'us-east-1' });
  const blobs = awsBlobs({ s3: clients.s3, bucket: 'b' });
  const records = awsRecords({ client: clients.dynamodb, table: 't', blobs });
  export const handler = (id) => records.get(things, { id });
  export const open = () => clients.dynamodb();`;

/** What a function costs before its first request: size and start, against an empty process.
 * `contents` is the source of its module. */
export async function lines(contents = sample): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-cold-'));
  try {
    const bare = await bundle(contents, join(folder, 'bare'), ['@aws-sdk/*', '@smithy/*']);
    const whole = await bundle(contents, join(folder, 'whole'), []);
    const client = Object.keys(whole).filter((path) => isEntry(whole, path, 'dynamodb-sdk.ts'));
    const [start = 0, opened = 0] = await startsOver(folder, [
      `await import('./whole/main.js');`,
      `await (await import('./whole/main.js')).open?.();`,
    ]);
    return [
      { ...size('loaded at start, without the SDK', loaded(bare, mains(bare))), bar: 150 },
      {
        ...size('with the DynamoDB client', loaded(whole, [...mains(whole), ...client])),
        bar: 400,
      },
      { name: 'Function: module initialisation', value: start, unit: 'ms', bar: 40 },
      { name: 'Function: that, and the client made', value: opened, unit: 'ms' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function size(name: string, bytes: number) {
  return { name: `Function bundle: ${name}`, value: Math.round(bytes / 100) / 10, unit: 'kB' };
}

/** As SST bundles a function with \`splitting\`: what is imported lazily is a file of its own. */
async function bundle(contents: string, outdir: string, external: string[]): Promise<Outputs> {
  const { metafile } = await esbuild.build({
    stdin: { contents, resolveDir: ROOT, sourcefile: 'main.ts', loader: 'ts' },
    outdir,
    entryNames: 'main',
    external,
    bundle: true,
    minify: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  await writeFile(join(outdir, 'package.json'), '{"type":"module"}');
  return metafile.outputs;
}

function mains(outputs: Outputs): string[] {
  return Object.keys(outputs).filter((path) => basename(path) === 'main.js');
}

function isEntry(outputs: Outputs, path: string, name: string): boolean {
  return basename(outputs[path]?.entryPoint ?? '') === name;
}

/** Bytes of the files and of what they import at once. */
function loaded(outputs: Outputs, files: readonly string[]): number {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path) || !outputs[path]) return;
    seen.add(path);
    for (const { kind, path: next } of outputs[path].imports) {
      if (kind === 'import-statement') visit(next);
    }
  };
  files.forEach(visit);
  return [...seen].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
}

/** Milliseconds from the start of the process to the end of each program, over the empty one's:
 * medians of runs in turn. */
async function startsOver(folder: string, programs: readonly string[]): Promise<number[]> {
  const files = ['', ...programs].map((_, at) => join(folder, `program-${at}.mjs`));
  for (const [at, file] of files.entries()) {
    await writeFile(
      file,
      `${programs[at - 1] ?? ''}\nprocess.stdout.write(String(performance.now()))`,
    );
  }
  const times = files.map((): number[] => []);
  for (let run = 0; run < RUNS; run++) {
    for (const [at, file] of files.entries()) {
      const { stdout } = await promisify(execFile)(process.execPath, [file]);
      times[at]?.push(Number(stdout));
    }
  }
  const [nothing = 0, ...rest] = times.map(median);
  return rest.map((time) => Math.round((time - nothing) * 10) / 10);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
