/** `[section]` → key → value as written. Lists over several lines are joined. Not a TOML parser:
 * other syntax is skipped. */
export interface TomlEntry {
  readonly section: string;
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

export function readToml(lines: readonly string[]): TomlEntry[] {
  const entries: TomlEntry[] = [];
  let section = '';
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] as string).trim();
    const header = /^\[\[?\s*([^\]]+?)\s*\]\]?$/.exec(line);
    if (header) section = (header[1] as string).replaceAll('"', '');
    const equals = line.indexOf('=');
    if (header || line.startsWith('#') || equals <= 0) continue;
    const began = at + 1;
    let value = line.slice(equals + 1).trim();
    while (value.startsWith('[') && !value.endsWith(']') && at + 1 < lines.length) {
      value = `${value} ${(lines[++at] as string).trim()}`.replace(/\s#[^"']*$/, '');
    }
    const key = line.slice(0, equals).trim().replaceAll('"', '');
    entries.push({ section, key, value, line: began });
  }
  return entries;
}

export function tomlText(value: string): string {
  return /^(["'])(.*?)\1/.exec(value)?.[2] ?? '';
}

export function tomlList(value: string): string[] {
  return [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '');
}
