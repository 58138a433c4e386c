import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Metafile } from 'esbuild';
import { root } from '../run.ts';
import type { Line } from './line.ts';

const runs = 9;
/** Left to the worker image, which has them installed: no function that answers requests loads them. */
const workerOnly = ['isomorphic-git', 'isomorphic-git/*', 'nodemailer', 'web-push'];

/** What a function costs before its first request: a route that looks its caller up in Records.
 * Without the SDK as one minified file; with it as it is deployed, where what is imported lazily
 * stands in files of its own: counted is what the DynamoDB client needs to be made, not the
 * credential chains of other places. */
export async function lines(entry = 'functions/docs/me.ts'): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-cold-'));
  try {
    const whole = await bundle(entry, join(folder, 'bare.mjs'), ['@aws-sdk/*']);
    const split = await bundle(entry, join(folder, 'split'), []);
    const start = await startOver(folder, `await import('./split/me.mjs');`);
    const sdk = 'core/platform/adapters/aws/dynamodb-sdk.ts';
    return [
      { ...size('without the SDK', loaded(whole, [entry])), bar: 150 },
      { ...size('with the DynamoDB client', loaded(split, [entry, sdk])), bar: 400 },
      { name: 'Function start: module initialisation', value: start, unit: 'ms', bar: 40 },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Outputs = Metafile['outputs'];

function size(what: string, bytes: number) {
  return { name: `Function bundle, ${what}`, value: Math.round(bytes / 100) / 10, unit: 'kB' };
}

/** Bytes of the files made for the entries and of what they import at once. */
function loaded(outputs: Outputs, entries: readonly string[]): number {
  const seen = new Set<string>();
  const visit = (path: string) => {
    const output = outputs[path];
    if (seen.has(path) || !output) return;
    seen.add(path);
    for (const { kind, path: next } of output.imports) if (kind === 'import-statement') visit(next);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && entries.includes(entryPoint)) visit(path);
  }
  return [...seen].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
}

async function bundle(entry: string, out: string, external: string[]): Promise<Outputs> {
  const isFile = out.endsWith('.mjs');
  const { metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    ...(isFile ? { outfile: out } : { outdir: out, splitting: true }),
    outExtension: { '.js': '.mjs' },
    metafile: true,
    external: [...external, ...workerOnly],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    logLevel: 'error',
    // Some packages of the SDK are CommonJS and ask for node's own modules by require().
    banner: {
      js: `import { createRequire as make } from 'node:module';const require = make(import.meta.url);`,
    },
  });
  return metafile.outputs;
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
