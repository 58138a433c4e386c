import * as z from 'zod/mini';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import { settings } from '#core/platform/settings.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { suggestion } from '#core/text/nearest.ts';
import { usage } from '../../line/group.ts';
import { readServer } from '../../line/server-client.ts';
import type { Typed } from './options.ts';
import type { Profiles } from './check-profiles.ts';
import { flagsOf, keyNames, profileKeys, type KeyName, type Profile } from './keys.ts';

export interface Server {
  /** The name of its profile. */
  readonly name?: string;
  /** Without a slash at its end. */
  readonly url: string;
  /** The profile with the options over it. */
  readonly settings: Profile;
}

export const analysisClientSettings = settings({
  /** the server of `lantern analyze` and the commands beside it, a URL or the name of a profile; also
   * of `lantern docs` when `LANTERN_DOCS_SERVER` is not set */
  LANTERN_SERVER: z.optional(z.string()),
  /** your API key there, unless the profile has one; also of `lantern docs` when `LANTERN_DOCS_KEY` is
   * not set */
  LANTERN_KEY: z.optional(z.string()),
});

/** `--server`, then LANTERN_SERVER, then `[default]`, then the service of this folder. */
export function chooseServer(variables: Environment, typed: Typed, profiles: Profiles): Server {
  const { LANTERN_SERVER, LANTERN_KEY } = analysisClientSettings(variables);
  const key = LANTERN_KEY === undefined ? {} : { api_key: LANTERN_KEY };
  const name = (typed['server'] as string | undefined) ?? LANTERN_SERVER ?? profiles.initial;
  if (name === undefined) return folderServer(key, typed);
  if (/^https?:\/\//i.test(name)) {
    // It takes nothing from a profile: not even a token that was meant for another server.
    return { url: readServer(name), settings: { ...key, ...typedSettings(typed) } };
  }
  const profile = profiles.servers.get(name);
  if (!profile) throw unknown(name, profiles);
  const merged = { ...key, ...profiles.defaults, ...profile };
  if (!merged.url) {
    const message = `${profiles.file}: [servers.${name}] has no url, and [defaults] has none either`;
    throw new Failure('configuration', 'bad_profile', message);
  }
  const settings = { ...merged, ...typedSettings(typed) };
  return { name, url: readServer(merged.url), settings };
}

/** Its ADMIN_KEY is for this machine only. The file `.env` of the folder names nothing else: it may
 * belong to a stranger's checkout. */
function folderServer(key: Profile, typed: Typed): Server {
  const { ANALYSIS_PORT = '8001', ADMIN_KEY } = environment();
  const own = ADMIN_KEY === undefined ? {} : { api_key: ADMIN_KEY };
  const url = readServer(`http://127.0.0.1:${ANALYSIS_PORT}`);
  return { url, settings: { ...own, ...key, ...typedSettings(typed) } };
}

/** The settings that options of the command line name. */
export function typedSettings(typed: Typed): Profile {
  const settings: Partial<Record<KeyName, string | number | boolean>> = {};
  for (const key of keyNames) {
    const [yes = '', no = ''] = flagsOf(key);
    if (typed[yes] !== undefined && typed[no] !== undefined) {
      throw usage(`--${yes} and --${no} exclude each other`);
    }
    const value = typed[yes];
    if (profileKeys[key].type === 'integer' && value !== undefined) settings[key] = Number(value);
    else if (value !== undefined) settings[key] = value;
    else if (typed[no] === true) settings[key] = false;
  }
  return settings as Profile;
}

function unknown(name: string, { file, servers }: Profiles): Failure {
  const near = suggestion(name, [...servers.keys()]);
  return usage(`${file} has no server '${name}'.${near}`);
}
