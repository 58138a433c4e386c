import { Failure } from '#core/platform/failure.ts';
import { suggestion } from '#core/text/nearest.ts';
import { keyNames, profileKeys, type KeyName, type Profile } from './keys.ts';

export interface Profiles {
  readonly file: string;
  /** The lines of the file. */
  readonly lines: readonly string[];
  /** The name in `[default]`. */
  readonly initial: string | undefined;
  /** By name, without `[defaults]`. */
  readonly servers: ReadonlyMap<string, Profile>;
  readonly defaults: Profile;
}

type Table = Readonly<Record<string, unknown>>;

/** Refuses what a profile file does not have. `lines`: the file, to say where a mistake is. */
export function checkProfiles(content: Table, file: string, lines: readonly string[]): Profiles {
  function refuse(table: string, key: string | undefined, problem: string): never {
    const line = lineOf(lines, table, key);
    const place = line === undefined ? file : `${file}:${line}`;
    throw new Failure('configuration', 'bad_profile', `${place}: ${problem}`);
  }

  function tableIn(name: string, value: unknown): Table {
    if (isTable(value)) return value;
    return refuse('', name, `${name} must be a table: write [${name}]`);
  }

  function checkKeys(table: string, value: unknown, path = `[${table}]`): Profile {
    const checked: Record<string, string | number | boolean> = {};
    for (const [key, item] of Object.entries(tableIn(table, value))) {
      if (table === 'defaults' && key === 'server') {
        refuse(table, key, 'server belongs in [default], which names the server to use');
      }
      if (!Object.hasOwn(profileKeys, key)) {
        refuse(table, key, `${path} has no key '${key}'.${suggestion(key, keyNames)}`);
      }
      const problem = problemOf(key as KeyName, item);
      if (problem !== undefined) refuse(table, key, `${key} in ${path} ${problem}`);
      checked[key] = typeof item === 'bigint' ? Number(item) : (item as string | boolean);
    }
    return checked;
  }

  const tables = ['default', 'defaults', 'servers'];
  for (const [name, value] of Object.entries(content)) {
    if (tables.includes(name)) continue;
    const near = suggestion(name, tables);
    if (isTable(value)) refuse(name, undefined, `There is no table [${name}].${near}`);
    refuse('', name, `'${name}' is in no table: put it below [defaults] or [servers.<name>]`);
  }
  const { server: initial, ...others } = tableIn('default', content['default'] ?? {});
  for (const key of Object.keys(others)) {
    refuse('default', key, `[default] has no key '${key}': it only has server`);
  }
  if (initial !== undefined && typeof initial !== 'string') {
    refuse('default', 'server', 'server in [default] must be the name of a server in quotes');
  }
  const servers = Object.entries(tableIn('servers', content['servers'] ?? {})).map(
    ([name, value]) => {
      if (!isTable(value)) refuse('servers', name, `${name} must be a table: [servers.${name}]`);
      return [name, checkKeys(`servers.${name}`, value)] as const;
    },
  );
  const defaults = checkKeys('defaults', content['defaults'] ?? {});
  return { file, lines, initial, servers: new Map(servers), defaults };
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemOf(key: KeyName, value: unknown): string | undefined {
  switch (profileKeys[key].type) {
    case 'text':
      return typeof value === 'string' ? undefined : 'must be text in quotes';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false, without quotes';
    case 'integer':
      return typeof value === 'bigint' && value >= 0n && value <= 999_999_999n
        ? undefined
        : 'must be a whole number from 0, without quotes';
  }
}

/** From 1; undefined: it is written in another way, such as an inline table. */
export function lineOf(
  lines: readonly string[],
  table: string,
  key: string | undefined,
): number | undefined {
  let section = '';
  for (const [at, line] of lines.entries()) {
    const header = /^\s*\[+([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) section = header.replace(/["'\s]/g, '');
    if (section !== table) continue;
    const name = /^\s*["']?([^"'=\s]+)["']?\s*=/.exec(line)?.[1];
    if (key === undefined ? header !== undefined : name === key) return at + 1;
  }
  return undefined;
}
