import type { GitTag } from '../../../ports/systems/git.ts';

const maxTags = 50;

// A tag can have almost any name, such as `$(id)` and `<script>`: names with other characters are
// not used.
const safe = /^[\w@][\w@.+/-]{0,99}$/;
const version = /(?:^|[@/_-])v?(\d{1,10}(?:[._]\d{1,10}){0,4})([.+_-]?[a-z][\w.+-]*|-[\w.+-]+)?$/i;

interface Version {
  readonly tag: GitTag;
  /** 0: of the whole repository; 1: after another word; 2: of a part, such as `part@1.0`. */
  readonly rank: number;
  readonly numbers: readonly number[];
  /** `-rc.1`; empty: a release. */
  readonly suffix: string;
}

/** The tags that name versions, the newest first. Pre-releases come after the releases, because many
 * of them would take all places. */
export function newestVersions(tags: Iterable<GitTag>): readonly GitTag[] {
  const versions = [...tags].flatMap((tag) => versionOf(tag) ?? []).sort(newestFirst);
  return versions.slice(0, maxTags).map(({ tag }) => tag);
}

function versionOf(tag: GitTag): Version | undefined {
  if (!safe.test(tag.name) || tag.name.includes('..')) return undefined;
  const match = version.exec(tag.name);
  if (!match) return undefined;
  const [, numbers = '', suffix = ''] = match;
  const word = tag.name.slice(0, match.index);
  const isWhole = /^(?:|v|ver|version|rel|release|releases)$/i.test(word);
  return {
    tag,
    rank: isWhole ? 0 : /[@/]/.test(tag.name) ? 2 : 1,
    numbers: numbers.split(/[._]/).map(Number),
    suffix,
  };
}

function isEarly({ suffix }: Version): boolean {
  return /[a-z]/i.test(suffix) && !/^(?:\+|[._-]?(?:final|ga|post|release|sp))/i.test(suffix);
}

function newestFirst(a: Version, b: Version): number {
  const order = a.rank - b.rank || Number(isEarly(a)) - Number(isEarly(b));
  if (order !== 0) return order;
  for (let at = 0; at < Math.max(a.numbers.length, b.numbers.length); at += 1) {
    const difference = (b.numbers[at] ?? 0) - (a.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return (
    b.suffix.localeCompare(a.suffix, 'en', { numeric: true }) || (a.tag.name < b.tag.name ? -1 : 1)
  );
}
