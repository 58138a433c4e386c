import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RepositoryView } from './repository.ts';
import { walkRepository } from './walk-repository.ts';

const maxFileBytes = 512 * 1024;
/** A library in one file. */
export const maxSourceBytes = 2 * 1024 * 1024;
const source = /\.(?:rs|java|[ch]|hh|hpp|hxx)$/;
const maxTotalBytes = 96 * 1024 * 1024;
/** A document takes thirty times its size while it is cleaned, and five pages are written at once. */
const maxDocumentBytes = 4 * 1024 * 1024;
const document = /\.(?:mdx?|markdown|rst|txt)$/i;

/** The files of a folder, within limits. */
export function folderView(root: string): RepositoryView {
  let total = 0;
  let documents = 0;
  const list = (folder: string) => readdirSync(join(root, folder), { withFileTypes: true });
  return { name: basename(root), list: () => walkRepository(list, read), read };

  function read(path: string): string | undefined {
    try {
      const file = join(root, path);
      const { size } = lstatSync(file);
      if (
        size > (source.test(path) ? maxSourceBytes : maxFileBytes) ||
        total + size > maxTotalBytes
      )
        return undefined;
      if (document.test(path)) {
        if (documents + size > maxDocumentBytes) return undefined;
        documents += size;
      }
      total += size;
      return decoded(readFileSync(file));
    } catch {
      return undefined;
    }
  }
}

/** UTF-8, UTF-16 with its mark, else Latin-1. Undefined: it is no text. */
export function decoded(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 8_000).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
