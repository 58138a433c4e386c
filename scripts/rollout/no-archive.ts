import type { Writable } from 'node:stream';

/** In place of the archive with a function's code: only the names of its files. */
export default function archiver() {
  const names: string[] = [];
  let target: Writable;
  return {
    on: () => undefined,
    pipe: (stream: Writable) => (target = stream),
    file: (_from: string, { name }: { name: string }) => names.push(name),
    append: (_content: string, { name }: { name: string }) => names.push(name),
    finalize: () => target.end(names.join('\n')),
  };
}
