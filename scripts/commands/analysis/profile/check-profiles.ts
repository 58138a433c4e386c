import { Failure } from '#core/platform/failure.ts';
import { suggestion } from '#core/text/nearest.ts';
import { keyNames, profileKeys, type KeyName, type Profile } from './keys.ts';

export interface Profiles {
  readonly file: string;
  /** The name in `[default]`. */
  readonly initial: string | undefined;
  /** By name, without `[defaults]`. */
  readonly servers: ReadonlyMap<string, Profile>;
  readonly defaults: Profile;
}

type Table = Readonly<Record<string, unknown>>;

/** Refuses what a profile file does not have. */
export function checkProfiles(content: Table, file: string): Profiles {
  function refuse(problem: string): never {
    throw new Failure('configuration', 'bad_profile', `${file}: ${problem}`);
  }

  function tableIn(name: string, value: unknown): Table {
    if (isTable(value)) return value;
    return refuse(`${name} must be a table: write [${name}]`);
  }

  function checkKeys(table: string, value: unknown, path = `[${table}]`): Profile {
    const checked: Record<string, string | number | boolean> = {};
    for (const [key, item] of Object.entries(tableIn(table, value))) {
      if (table === 'defaults' && key === 'server') {
        refuse('server belongs in [default], which names the server to use');
      }
      if (!Object.hasOwn(profileKeys, key)) {
        refuse(`${path} has no key '${key}'.${suggestion(key, keyNames)}`);
      }
      const problem = problemOf(key as KeyName, item);
      if (problem !== undefined) refuse(`${key} in ${path} ${problem}`);
      checked[key] = typeof item === 'bigint' ? Number(item) : (item as string | boolean);
    }
    return checked;
  }

  const tables = ['default', 'defaults', 'servers'];
  for (const [name, value] of Object.entries(content)) {
    if (tables.includes(name)) continue;
    const near = suggestion(name, tables);
    if (isTable(value)) refuse(`There is no table [${name}].${near}`);
    refuse(`'${name}' is outside a table: put it below [defaults] or [servers.<name>]`);
  }
  const { server: initial, ...others } = tableIn('default', content['default'] ?? {});
  for (const key of Object.keys(others)) {
    refuse(`[default] has no key '${key}', only server`);
  }
  if (initial !== undefined && typeof initial !== 'string') {
    refuse('server in [default] must be the name of a server in quotes');
  }
  const servers = Object.entries(tableIn('servers', content['servers'] ?? {})).map(
    ([name, value]) => {
      if (!isTable(value)) refuse(`${name} must be a table: [servers.${name}]`);
      return [name, checkKeys(`servers.${name}`, value)] as const;
    },
  );
  const defaults = checkKeys('defaults', content['defaults'] ?? {});
  return { file, initial, servers: new Map(servers), defaults };
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
