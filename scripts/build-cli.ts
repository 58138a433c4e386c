// Writes the command line as one file that needs no installation: node scripts/build-cli.ts [folder]
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const leftOut = /\/commands\/(?:config|doctor|services\/jobs|sessions\/local-source)\.ts$/;
const templates = ['review/prompts/review-prompt'] as const;

/** Node's own modules are loaded by the command that uses them: an `import` would load all of them at
 * every start. */
const builtInLater: Plugin = {
  name: 'built-in-later',
  setup(plugged) {
    const namespace = 'built-in';
    plugged.onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      importer.startsWith('node:') ? { path, external: true } : { path, namespace },
    );
    plugged.onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `module.exports = require('${path}');${path === 'node:tls' ? olderTls : ''}`,
    }));
  },
};

/** Node 20 has no list of the system's authorities. */
const olderTls = 'module.exports.getCACertificates ??= () => [...module.exports.rootCertificates];';

/** Files of this folder are in the bundle, or their commands are not. */
const selfContained: Plugin = {
  name: 'self-contained',
  setup(plugged) {
    plugged.onLoad({ filter: leftOut }, () => ({
      contents: `export * from '${root}/scripts/build-cli/left-out.ts';`,
      loader: 'ts',
    }));
    plugged.onLoad({ filter: /\/adapters\/local\/templates\.ts$/ }, async () => {
      const texts = templates.map(async (name) => [name, await templateText(name)] as const);
      const own = JSON.stringify(Object.fromEntries(await Promise.all(texts)));
      return { contents: embeddedTemplates(own), loader: 'ts' };
    });
  },
};

function templateText(name: string): Promise<string> {
  return readFile(join(root, 'core', `${name}.mustache`), 'utf8');
}

/** A file in TEMPLATES_DIR replaces ours of the same name, as elsewhere. */
function embeddedTemplates(own: string): string {
  return `import { existsSync, readFileSync } from 'node:fs';
    import { basename, join } from 'node:path';
    export const fileTemplates = ({ replaced }) => ({
      async read(name) {
        const file = replaced === undefined ? '' : join(replaced, basename(name) + '.mustache');
        return existsSync(file) ? readFileSync(file, 'utf8') : ${own}[name];
      },
    });`;
}

/** Returns the path of the file; its checksum is beside it. */
export async function buildCli(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['scripts/commands/start.ts'],
    absWorkingDir: root,
    inject: ['scripts/older-node.js'],
    plugins: [builtInLater, selfContained],
    bundle: true,
    minify: true,
    write: false,
    legalComments: 'inline',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    banner: {
      js: `#!/usr/bin/env node
import { createRequire as requireOfBundle } from 'node:module';
const require = requireOfBundle(import.meta.url);`,
    },
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  const file = join(folder, 'lantern.mjs');
  await mkdir(folder, { recursive: true });
  await writeFile(file, contents, { mode: 0o755 });
  const checksum = createHash('sha256').update(contents).digest('hex');
  await writeFile(`${file}.sha256`, `${checksum}  lantern.mjs\n`);
  return file;
}

if (import.meta.main) {
  const file = await buildCli(resolve(process.argv[2] ?? join(root, 'data/cli')));
  console.log(`${file}, with its checksum in ${file}.sha256`);
}
