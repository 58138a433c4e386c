import { stripVTControlCharacters } from 'node:util';
import type { CiChild } from './ci.ts';

/** Jenkins hides the data of links in its console: `ESC[8mha:…ESC[0m`. */
export const hiddenNote = /\x1b\[8mha:[\w+/=:]*\x1b\[0m/g;
const htmlTag = /<\/?[a-z][^<>]{0,2000}>/gi;
const completed = /\bBuild (.{1,1000}?) #(\d{1,9}) completed: (?:FAILURE|UNSTABLE)\b/;
const longestLine = 10_000;

/** The failed builds of console lines such as `Build folder » job #7 completed: FAILURE`. */
export function childrenInConsole(console: string): CiChild[] {
  const children: CiChild[] = [];
  for (const line of console.split('\n')) {
    if (!line.includes(' completed: ') || line.length > longestLine) continue;
    const text = stripVTControlCharacters(line.replace(hiddenNote, '')).replace(htmlTag, '');
    const [, name = '', number] = completed.exec(text) ?? [];
    if (number === undefined) continue;
    children.push({ name: name.split(' » ').join('/'), number: Number(number) });
  }
  return children;
}
