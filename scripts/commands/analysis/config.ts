import { keyNames, isSecret, type Profile } from './profile/keys.ts';
import { print, type Shell } from '../line/shell.ts';
import { aligned, fitted } from '../line/table.ts';
import type { Typed } from './profile/options.ts';
import { chooseServer } from './profile/choose-server.ts';
import { readProfiles } from './profile/read-profiles.ts';
import type { Profiles } from './profile/check-profiles.ts';

function profilesFor({ variables, stderr }: Shell): Profiles {
  return readProfiles(variables, (text) => void stderr.write(`${text}\n`));
}

/** What a command would use, secrets masked. */
export async function show(words: readonly string[], typed: Typed, shell: Shell): Promise<void> {
  const profiles = profilesFor(shell);
  const [name] = words;
  const options = name === undefined ? typed : { ...typed, server: name };
  const { url, ...server } = chooseServer(shell.variables, options, profiles);
  const settings = masked({ ...server.settings, url });
  const data = { file: profiles.file, server: server.name ?? null, settings };
  const rows = Object.entries(settings).map(([key, value]) => [key, String(value)]);
  const head = [
    ['file', profiles.file],
    ['server', server.name ?? '-'],
  ];
  print(shell, { json: typed['json'] === true }, data, aligned([...head, ...rows]));
}

export async function servers(_: readonly string[], typed: Typed, shell: Shell): Promise<void> {
  const { file, servers: all, initial, defaults } = profilesFor(shell);
  const list = [...all].map(([name, profile]) => ({
    name,
    url: shown('url', profile.url ?? defaults.url ?? ''),
    default: name === initial,
  }));
  const rows = list.map((each) => [
    each.name,
    String(each.url || '-'),
    each.default ? 'default' : '',
  ]);
  const text =
    rows.length === 0
      ? `No servers yet: write them to ${file}`
      : fitted(shell, [['NAME', 'URL', ''], ...rows]);
  print(shell, { json: typed['json'] === true }, { file, servers: list }, text);
}

function masked(profile: Profile): Readonly<Record<string, string | number | boolean>> {
  const set = keyNames.filter((key) => profile[key] !== undefined);
  const value = (key: (typeof keyNames)[number]) => profile[key] as string | number | boolean;
  return Object.fromEntries(set.map((key) => [key, shown(key, value(key))]));
}

/** Addresses may hold a token too. */
function shown(key: (typeof keyNames)[number], value: string | number | boolean) {
  if (typeof value !== 'string') return value;
  if (isSecret(key)) return value === '' ? '' : '***';
  const text = value.replace(/\/\/[^/@,]*@/g, '//***@');
  return key === 'additional_repos' ? text.replace(/@[^@,/]*(?=,|$)/g, '@***') : text;
}
