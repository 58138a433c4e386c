import { join } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { bundling } from '../../infra/bundling.ts';
import { root } from '../run.ts';

export type Outputs = Metafile['outputs'];

/** The SDK client that nearly every function makes at its first request. */
const client = 'core/platform/adapters/aws/dynamodb-sdk.ts';

// What SST writes above every file it makes: some packages of the SDK are CommonJS and ask for
// node's own modules by require().
const banner = `import { createRequire as topLevelCreateRequire } from 'module';
const require = topLevelCreateRequire(import.meta.url);
import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url"
const __filename = topLevelFileUrlToPath(import.meta.url)
const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url))`;

/** As SST calls esbuild, in pkg/runtime/node/build.go. */
const options = {
  ...{ format: bundling.format, minify: bundling.minify, splitting: bundling.splitting },
  ...bundling.esbuild,
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'es2024',
  mainFields: ['module', 'main'],
  metafile: true,
  logLevel: 'error',
} as const satisfies BuildOptions;

/** Makes a file of functions/ into what the rollout uploads for it: `bundle.mjs` and its chunks. */
export async function bundle(file: string, folder: string): Promise<Outputs> {
  const entryPoints = [join('functions', file)];
  const own = { entryPoints, outdir: folder, entryNames: 'bundle', banner: { js: banner } };
  return (await build({ ...options, ...own })).metafile.outputs;
}

/** All files in one go, which takes a second instead of half a minute. Code that several share
 * lies in chunks between them, which makes each some 5 % larger than it is alone. */
export async function bundleTogether(files: readonly string[]): Promise<Outputs> {
  const entryPoints = files.map((file) => join('functions', file));
  const own = { entryPoints, outdir: 'nowhere', write: false };
  return (await build({ ...options, ...own })).metafile.outputs;
}

/** In bytes. */
export interface BundleSize {
  /** What is read before the first request: the file and what it imports at once. */
  readonly start: number;
  /** The same with the DynamoDB client. */
  readonly client: number;
  /** All that is uploaded. */
  readonly whole: number;
}

export function sizeOf(outputs: Outputs, file: string): BundleSize {
  const entry = `functions/${file}`;
  return {
    start: loaded(outputs, [entry], 'at once'),
    client: loaded(outputs, [entry, client], 'at once'),
    whole: loaded(outputs, [entry], 'ever'),
  };
}

function loaded(outputs: Outputs, entries: readonly string[], when: 'at once' | 'ever'): number {
  const seen = new Set<string>();
  const visit = (path: string) => {
    const output = outputs[path];
    if (seen.has(path) || !output) return;
    seen.add(path);
    for (const { kind, path: next } of output.imports) {
      if (kind === 'import-statement' || when === 'ever') visit(next);
    }
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && entries.includes(entryPoint)) visit(path);
  }
  return [...seen].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
}
