export interface OwnerRule {
  readonly pattern: string;
  readonly owners: readonly string[];
}

const maxRules = 2_000;
const maxPattern = 500;

/** The lines of a CODEOWNERS file; comments, sections and lines that are too long are left out. */
export function readCodeOwners(text: string): OwnerRule[] {
  const rules: OwnerRule[] = [];
  for (const line of text.split('\n', 10 * maxRules)) {
    const [pattern = '', ...rest] = line.trim().split(/\s+/);
    if (pattern === '' || pattern.length > maxPattern || /^[#^[!]/.test(pattern)) continue;
    const end = rest.findIndex((word) => word.startsWith('#'));
    rules.push({ pattern, owners: end === -1 ? rest : rest.slice(0, end) });
    if (rules.length === maxRules) break;
  }
  return rules;
}

/** Those of the last pattern that matches; one without owners takes them away. */
export function ownersOf(rules: readonly OwnerRule[], path: string): readonly string[] {
  const parts = path.split('/');
  return rules.findLast(({ pattern }) => matches(pattern, parts))?.owners ?? [];
}

function matches(pattern: string, path: readonly string[]): boolean {
  const isFolder = pattern.endsWith('/');
  const plain = pattern.replace(/^\//, '').replace(/\/$/, '');
  const parts = plain.split('/');
  // A pattern without a slash before its end is for every folder.
  if (parts.length === 1 && !pattern.startsWith('/')) parts.unshift('**');
  const last = parts.at(-1) ?? '';
  // `docs/*` has the files of the folder, and not those below.
  const isDeep = isFolder || last === '**' || !last.includes('*') || parts[0] === '**';
  return partsMatch(parts, path, isFolder, isDeep);
}

/** Each pair of places is looked at once: the time is bounded by the product of the lengths. */
function partsMatch(
  pattern: readonly string[],
  path: readonly string[],
  isFolder: boolean,
  isDeep: boolean,
): boolean {
  let places = new Set([0]);
  for (const part of pattern) {
    const next = new Set<number>();
    for (const place of places) {
      if (part === '**') for (let at = place; at <= path.length; at += 1) next.add(at);
      else if (place < path.length && nameMatches(part, path[place] ?? '')) next.add(place + 1);
    }
    places = next;
  }
  if (places.has(path.length) && !isFolder) return true;
  return isDeep && [...places].some((place) => place < path.length);
}

/** `*` and `?` in one name, without going back further than the last `*`. */
function nameMatches(pattern: string, name: string): boolean {
  let [at, place, star, from] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[place] === '*') [star, from] = [place++, at];
    else if (pattern[place] === '?' || pattern[place] === name[at])
      [at, place] = [at + 1, place + 1];
    else if (star === -1) return false;
    else [place, at] = [star + 1, (from += 1)];
  }
  return /^\**$/.test(pattern.slice(place));
}
