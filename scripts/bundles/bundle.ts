import { join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { bundling } from '../../infra/bundling.ts';
import { root } from '../program/run.ts';

export type Outputs = Metafile['outputs'];

/** Code that nearly every function loads at its first request: the SDK client, which also signs
 * calls to SSM, and the code that reads secrets. */
const first = ['core/platform/adapters/aws/dynamo/sdk.ts', 'core/home/cloud-environment.ts'];

// SST writes this above every file: some packages of the SDK are CommonJS and require() node's own
// modules.
const banner = `import { createRequire as topLevelCreateRequire } from 'module';
const require = topLevelCreateRequire(import.meta.url);
import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url"
const __filename = topLevelFileUrlToPath(import.meta.url)
const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url))`;

/** The options of SST's call of esbuild, in pkg/runtime/node/build.go. */
const options = {
  format: bundling.format,
  minify: bundling.minify,
  splitting: bundling.splitting,
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

/** Bundles a file of functions/ as the rollout does: `bundle.mjs` and its chunks. */
export async function bundle(file: string, folder: string): Promise<Outputs> {
  const entryPoints = [join('functions', file)];
  const own = { entryPoints, outdir: folder, entryNames: 'bundle', banner: { js: banner } };
  return (await build({ ...options, ...own })).metafile.outputs;
}

/** Bundles all files in one build, which shares chunks. Returns the path of each file's bundle. */
export async function bundleAll(
  files: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const names = files.map((file) => [file, file.replace(/\.ts$/, '')] as const);
  const entryPoints = Object.fromEntries(
    names.map(([file, name]) => [name, join('functions', file)]),
  );
  await build({ ...options, entryPoints, outdir: folder, banner: { js: banner } });
  return new Map(names.map(([file, name]) => [file, join(folder, `${name}.mjs`)]));
}

/** By file of functions/: the sources that it can load. */
export async function sourcesOf(
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const entryPoints = files.map((file) => join('functions', file));
  const { metafile } = await build({ ...options, entryPoints, outdir: 'nowhere', write: false });
  return new Map(
    files.map((file) => {
      const sources = new Set([`functions/${file}`]);
      // The set grows meanwhile.
      for (const source of sources) {
        for (const { path } of metafile.inputs[source]?.imports ?? []) sources.add(path);
      }
      return [file, [...sources]];
    }),
  );
}

/** Lazy imports are not followed: a cold start does not read them. */
const lazyOutside: Plugin = {
  name: 'lazy-outside',
  setup(plugged) {
    plugged.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** Bytes that are read before the first request: a file of functions/ and its static imports,
 * bundled alone, which takes a tenth of the time of all. */
export async function startSize(file: string): Promise<number> {
  const entryPoints = [join('functions', file)];
  const own = { entryPoints, outdir: 'nowhere', write: false, banner: { js: banner } };
  const { metafile } = await build({ ...options, ...own, plugins: [lazyOutside] });
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The same sizes in the build of all files, as it is deployed, and the size of the upload. */
export function sizeOf(outputs: Outputs, file: string) {
  const entry = `functions/${file}`;
  return {
    start: loadedAtOnce(outputs, [entry]),
    withClient: loadedAtOnce(outputs, [entry, ...first]),
    whole: Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function loadedAtOnce(outputs: Outputs, entries: readonly string[]): number {
  const paths = new Set<string>();
  const visit = (path: string) => {
    const output = outputs[path];
    if (paths.has(path) || !output) return;
    paths.add(path);
    for (const { kind, path: next } of output.imports) if (kind === 'import-statement') visit(next);
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint !== undefined && entries.includes(entryPoint)) visit(path);
  }
  return [...paths].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0);
}
