import { headingIds } from '#core/text/markdown/heading-ids.ts';
import type { Repository } from '../repository/repository.ts';
import { folderOf } from '../repository/repository.ts';
import type { Lookup } from '../text/directives.ts';
import { resolve } from './find-guides.ts';

interface Place {
  readonly path: string;
  readonly title: string;
  readonly anchor: string;
}

/** What the guides call themselves and their sections: `.. _label:`, `(label)=`, `{#label}`. */
export function readLabels(repository: Repository, paths: readonly string[]) {
  const labels = new Map<string, Place>();
  const titles = new Map<string, Place>();
  for (const path of paths) {
    const lines = repository.lines(path);
    const idOf = headingIds();
    let waiting: string[] = [];
    let isCode = false;
    for (const [at, line] of lines.entries()) {
      if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
      if (isCode) continue;
      const label = /^\s*(?:\.\. _`?([^`:]+)`?:|\(([^()]+)\)=)\s*$/.exec(line);
      if (label) waiting.push((label[1] ?? label[2] ?? '').toLowerCase());
      const isRuled = /^([=\-~^"*+#.'`_])\1{2,}\s*$/.test(lines[at + 1] ?? '') && /^\w/.test(line);
      const raw = /^#{1,6}\s+(.*)$/.exec(line)?.[1] ?? (isRuled ? line : undefined);
      if (raw === undefined) continue;
      const own = /\{#([\w:-]+)[^{}]*\}\s*$/.exec(raw)?.[1];
      const title = raw
        .replace(/\s*\{[^{}]*\}\s*$/, '')
        .replace(/[`*\\]/g, '')
        .trim();
      const place = { path, title, anchor: idOf(title) };
      const stem = path.replace(/\.[a-z]+$/i, '');
      if (!titles.has(stem)) titles.set(stem, { ...place, anchor: '' });
      for (const name of own === undefined ? waiting : [...waiting, own.toLowerCase()]) {
        labels.set(name, place);
      }
      waiting = [];
    }
  }
  /** As a document refers to them. */
  return function lookupFrom(path: string): Lookup {
    return (name) => {
      const root = path.split('/')[0] as string;
      const target = name.replace(/\.[a-z]+$/i, '');
      const stem = target.startsWith('/') ? `${root}${target}` : resolve(folderOf(path), target);
      const place = labels.get(name.toLowerCase()) ?? titles.get(stem);
      if (!place) return undefined;
      const anchor = place.anchor === '' ? '' : `#${place.anchor}`;
      return { title: place.title, address: `/${place.path}${anchor}` };
    };
  };
}
