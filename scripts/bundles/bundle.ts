import { join } from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { bundling } from '../../infra/bundling.ts';
import { root } from '../run.ts';

export type Outputs = Metafile['outputs'];

/** What nearly every function loads at its first request: the SDK client, which also lends SSM its
 * credentials, and what reads the secrets. */
const first = ['core/platform/adapters/aws/dynamo/sdk.ts', 'core/home/cloud-environment.ts'];

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

/** All of them in one go, which shares chunks: the path of each file's bundle. */
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

/** What is imported lazily is not followed: a start does not read it. */
const lazyOutside: Plugin = {
  name: 'lazy-outside',
  setup(plugged) {
    plugged.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

/** Bytes that are read before the first request: a file of functions/ and what it imports at once.
 * Made alone and without the rest, which takes a tenth of the time that the whole does. */
export async function startSize(file: string): Promise<number> {
  const entryPoints = [join('functions', file)];
  const own = { entryPoints, outdir: 'nowhere', write: false, banner: { js: banner } };
  const { metafile } = await build({ ...options, ...own, plugins: [lazyOutside] });
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The same figures out of the whole, as it is deployed, and all that is uploaded. */
export function sizeOf(outputs: Outputs, file: string) {
  const entry = `functions/${file}`;
  return {
    start: loadedAtOnce(outputs, [entry]),
    withClient: loadedAtOnce(outputs, [entry, ...first]),
    whole: Object.values(outputs).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function loadedAtOnce(outputs: Outputs, entries: readonly string[]): number {
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
