import { isUtf8 } from 'node:buffer';
import type { Tree } from '#core/platform/ports/trees.ts';
import type { SiteFile } from '../site-view.ts';
import { logoNear } from './logo.ts';

const maxBytes = 256 * 1024;
/** In each direction: a small file may hold a picture that takes gigabytes to show. */
const maxPixels = 4_096;

const readme = /^(?:\.github\/|docs\/)?readme\.(?:md|markdown|rst)$/i;
const format = /\.(png|jpe?g|svg)$/i;
const image = /!\[([^[\]]*)\]\(([^()\s]+)/g;
const imageTag = /<img\b[^<>]+>/gi;
const source = /\bsrc=["']([^"']+)/i;

/** The project's logo for its own site: the one that its README shows first, else where repositories
 * have it. Null: there is none. */
export async function findPicture(
  files: readonly string[],
  read: (path: string) => Promise<string | undefined>,
): Promise<string | null> {
  const paths = new Set(files);
  for (const path of files.filter((file) => readme.test(file))) {
    const text = ((await read(path)) ?? '').slice(0, 4_000);
    for (const { about, address } of imagesIn(text)) {
      if (!/logo/i.test(`${about} ${address}`)) continue;
      const file = fileAt(address, paths);
      if (file !== undefined && format.test(file)) return file;
    }
  }
  return logoNear(files, /^(?:png|jpe?g|svg)$/i);
}

function imagesIn(text: string) {
  const inMarkdown = [...text.matchAll(image)].map(([, about = '', address = '']) => {
    return { about, address };
  });
  const inHtml = [...text.matchAll(imageTag)].map(([tag]) => {
    return { about: tag, address: source.exec(tag)?.[1] ?? '' };
  });
  return [...inMarkdown, ...inHtml];
}

/** The file of the repository that an address ends with, be it relative or that of a code host. */
function fileAt(address: string, paths: ReadonlySet<string>): string | undefined {
  const parts = (address.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .filter((part) => !/^\.*$/.test(part));
  return parts.map((_, at) => parts.slice(at).join('/')).find((path) => paths.has(path));
}

/** The picture as a file of the site. Null: it is too large, or not what its name says, or an SVG that
 * could do more than be shown. */
export async function readPicture(
  tree: Pick<Tree, 'read'>,
  path: string,
): Promise<SiteFile | null> {
  const body = await tree.read(path, maxBytes + 1);
  const kind = format.exec(path)?.[1]?.toLowerCase().replace('jpeg', 'jpg');
  if (!body || kind === undefined || body.length > maxBytes) return null;
  return checks[kind]?.(Buffer.from(body)) ? { path: `assets/logo.${kind}`, body } : null;
}

const checks: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  png: (bytes) =>
    bytes.length > 24 &&
    bytes.readUInt32BE(0) === 0x89504e47 &&
    bytes.readUInt32BE(16) <= maxPixels &&
    bytes.readUInt32BE(20) <= maxPixels,
  jpg: (bytes) => bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff,
  svg: (bytes) => {
    const text = bytes.toString();
    return isUtf8(bytes) && /<svg[\s>]/.test(text) && !active.test(text) && !handler.test(text);
  },
};

/** Pages show it in an `<img>`, where nothing of this runs; its file can be opened by itself. */
const active =
  /<(?:script|foreignobject|iframe|embed|object|handler|!entity|\?xml-stylesheet)|javascript:/i;
const handler = /[\s"'/]on[a-z]+\s*=/i;
