import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import type { Asset } from '../../../ports/files/assets.ts';

/** Files that every page loads. */
const pageStyles = 'web/page.css';
const shared = ['web/icon.svg', 'web/browser/kit.ts', pageStyles, 'web/theme.ts'];

/** Extension and content type of the output, by the extension of the source. */
const kinds: Readonly<Record<string, { extension: string; type: string }>> = {
  '.css': { extension: '.css', type: 'text/css; charset=utf-8' },
  '.ts': { extension: '.js', type: 'text/javascript; charset=utf-8' },
  '.svg': { extension: '.svg', type: 'image/svg+xml' },
  '.woff2': { extension: '.woff2', type: 'font/woff2' },
  '.txt': { extension: '.txt', type: 'text/plain; charset=utf-8' },
  '.bin': { extension: '.bin', type: 'application/octet-stream' },
};

export interface Bundle {
  /** By source name, such as `web/page.css`: the file's name, `page.3f9a2c81.css`. */
  readonly names: ReadonlyMap<string, string>;
  /** By file name. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** Running builds. esbuild keeps a process of 20 MB for the next build: the last one stops it. */
let building = 0;

/** Bundles all assets below `root`: the shared ones, and every stylesheet, module and picture that
 * lies directly in a `browser` folder. */
export async function bundle(root: string): Promise<Bundle> {
  const esbuild = await import('esbuild');
  const sources = [...shared, ...(await domainSources(root))];
  const output = join(root, '.assets');
  building += 1;
  const result = await esbuild
    .build({
      entryPoints: sources.map((source) => join(root, source)),
      outdir: output,
      outbase: root,
      write: false,
      metafile: true,
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      loader: { '.svg': 'copy', '.woff2': 'copy', '.txt': 'copy', '.bin': 'copy' },
      // Stylesheets of sites name fonts by the address at which they are published.
      external: ['*.woff2'],
      absWorkingDir: root,
      logLevel: 'silent',
    })
    .catch((error: unknown) => {
      throw new Error(`The browser files do not build: ${problemOf(error)}`, { cause: error });
    })
    .finally(async () => {
      building -= 1;
      if (building === 0) await esbuild.stop();
    });

  const names = new Map<string, string>();
  const files = new Map<string, Asset>();
  const outputs = result.outputFiles.flatMap(({ path, contents }) => {
    const place = relative(output, path).split(sep).join('/');
    const source = sources.find((name) => outputOf(name) === place);
    return source === undefined ? [] : [{ source, place, extension: extname(place), contents }];
  });
  // Fonts first: a page's stylesheet names them by their hash.
  const isFont = ({ extension }: { readonly extension: string }) => extension === '.woff2';
  for (const each of outputs.toSorted(
    (one, other) => Number(isFont(other)) - Number(isFont(one)),
  )) {
    const { source, place, extension } = each;
    const contents = source === pageStyles ? withFonts(each.contents, names) : each.contents;
    const hash = createHash('sha256').update(contents).digest('hex').slice(0, 16);
    const name = `${basename(place, extension)}.${hash}${extension}`;
    names.set(source, name);
    files.set(name, { body: contents, type: assetType(name) });
  }
  return { names, files };
}

/** Beside the stylesheet lie all other files. */
function withFonts(styles: Uint8Array, names: ReadonlyMap<string, string>): Uint8Array {
  let text = new TextDecoder().decode(styles);
  for (const [source, name] of names)
    text = text.replaceAll(`url(${basename(source)})`, `url(${name})`);
  return new TextEncoder().encode(text);
}

function assetType(name: string): string {
  const extension = extname(name);
  const kind = Object.values(kinds).find((candidate) => candidate.extension === extension);
  if (!kind) throw new Error(`No content type for ${name}`);
  return kind.type;
}

export function unknownAsset(name: string): Error {
  return new Error(
    `No asset "${name}": it is one of ${shared.join(', ')}, or a file directly in a browser folder: ${Object.keys(kinds).join(', ')}`,
  );
}

async function domainSources(root: string): Promise<string[]> {
  const names = await readdir(root, { recursive: true });
  return names
    .map((name) => name.split(sep).join('/'))
    .filter((name) => /\/browser\/[^/]+$/.test(name) && extname(name) in kinds)
    .sort();
}

function outputOf(source: string): string {
  const extension = extname(source);
  return source.slice(0, -extension.length) + (kinds[extension]?.extension ?? extension);
}

/** The compiler's message: file, line and reason. */
function problemOf(error: unknown): string {
  const { errors } = error as {
    errors?: { text: string; location: { file: string; line: number; column: number } | null }[];
  };
  if (!errors) return error instanceof Error ? error.message : String(error);
  return errors
    .map(({ text, location }) => (location ? `${location.file}:${location.line}: ${text}` : text))
    .join('; ');
}
