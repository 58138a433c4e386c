import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import type { Task } from './evaluation.ts';

interface App {
  readonly name: string;
}

// As the pinned version of the command line does.
const external = [
  '@pulumi/*',
  'undici',
  '@pulumiverse/*',
  '@sst-provider/*',
  '@aws-sdk/*',
  'esbuild',
  'glob',
  'vite',
];
const banner = `import { createRequire as topLevelCreateRequire } from 'module';
const require = topLevelCreateRequire(import.meta.url);
import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from 'url';
const __filename = topLevelFileUrlToPath(import.meta.url);
const __dirname = topLevelFileUrlToPath(new topLevelURL('.', import.meta.url));`;

/** Writes the program as the command line bundles it: app() runs, run() is left to Pulumi. */
export async function bundleConfig(
  task: Task,
  paths: Readonly<Record<string, string>>,
): Promise<{ app: App; run: string }> {
  const { root, platform, folder, stage } = task;
  await mkdir(join(folder, 'work'), { recursive: true });
  const common = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    external,
    alias: { archiver: join(root, 'scripts/rollout/no-archive.ts') },
    nodePaths: [join(platform, 'node_modules')],
    logLevel: 'silent',
  } satisfies BuildOptions;
  const config = JSON.stringify(join(root, 'sst.config.ts'));
  const stdin = (contents: string) => ({ contents, resolveDir: root, loader: 'ts' as const });

  const bundleFile = join(folder, 'app.mjs');
  await build({
    ...common,
    outfile: bundleFile,
    banner: { js: `${banner}\nfunction $config(input) { return input; }` },
    stdin: stdin(
      `import config from ${config}; export default await config.app(${JSON.stringify({ stage })});`,
    ),
    plugins: [replaced(task)],
  });
  const { default: definition } = (await import(pathToFileURL(bundleFile).href)) as {
    default: App;
  };
  const app = { removal: 'retain', providers: {}, ...definition, stage };

  const run = join(folder, 'run.mjs');
  const cli = { command: 'deploy', dev: false, paths, state: { version: {} } };
  await build({
    ...common,
    outfile: run,
    banner: { js: banner },
    inject: [join(platform, 'src/shim/run.js')],
    define: { $app: JSON.stringify(app), $dev: 'false', $cli: JSON.stringify(cli) },
    stdin: stdin(`import { run } from ${JSON.stringify(join(platform, 'src/auto/run.ts'))};
import config from ${config};
export default () => run(config.run);`),
    plugins: [replaced(task), globals(task)],
  });
  return { app, run };
}

/** Replaces files of ours with files of a test. */
function replaced({ root, replace }: Task): Plugin {
  const places = new Map(
    Object.entries(replace).map(([from, to]) => [join(root, from), join(root, to)]),
  );
  return {
    name: 'replaced',
    setup(building) {
      building.onResolve({ filter: /\.ts$/ }, async (request) => {
        if (request.pluginData === 'seen' || places.size === 0) return undefined;
        const { importer, kind, path, resolveDir } = request;
        const original = await building.resolve(path, {
          importer,
          kind,
          resolveDir,
          pluginData: 'seen',
        });
        const other = places.get(original.path);
        // The replacement may import the original.
        return other !== undefined && importer !== other ? { path: other } : undefined;
      });
    },
  };
}

/** Our files use `sst` and `aws` without importing them. */
function globals({ platform }: Task): Plugin {
  const imports = `import * as aws from '@pulumi/aws';
import * as sst from ${JSON.stringify(join(platform, 'src/components'))};\n`;
  return {
    name: 'globals',
    setup(building) {
      building.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes('/.sst/') || path.includes('/node_modules/')) return undefined;
        return { contents: imports + (await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}
