import type { Environment } from '#core/platform/ports/environment.ts';
import { publicApi } from '#core/scm/settings.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import { webhookSettings } from '../settings.ts';
import type { Source } from './repository-settings.ts';
import type { ConfigurationFile, RepositoryEntry, RepositoryKeys } from './schema.ts';

/** The file with the variables that win over it. */
export interface Configuration {
  /** The URL of our hooks. Undefined: hooks are not managed. */
  readonly webhookUrl: string | undefined;
  /** Of every repository. Empty: signatures are not checked. */
  readonly secrets: readonly string[];
  readonly verifies: { readonly scm: boolean; readonly cdn: boolean };
  readonly maxWorkers: number;
  readonly logFile: string;
  readonly mcpLogFile: string;
  readonly logsServerLogFile: string;
  /** False: only known secrets are masked, not the values after words such as `password=`. */
  readonly masksByWords: boolean;
  /** The REST API of the code host, without a slash at the end. */
  readonly scm: Source;
  readonly addresses: { readonly scm: Source; readonly cdn: Source };
  readonly fillsGaps: boolean;
  /** Receivers of messages about failed deliveries. */
  readonly alerts:
    { readonly url?: string | undefined; readonly mail?: string | undefined } | undefined;
  /** Keys of the root that hold for every repository. */
  readonly defaults: RepositoryKeys;
  /** By full name, then by name in the map. */
  readonly repositories: ReadonlyMap<string, RepositoryEntry>;
  /** Every secret and token, to be masked. */
  readonly known: readonly string[];
}

const publicCdn = 'https://api.cloudflare.com/client/v4/ips';

export function configurationOf(file: ConfigurationFile, environment: Environment): Configuration {
  const variables = webhookSettings(environment);
  const { repositories, ...root } = file;
  const { WEBHOOK_SECRET: secret, SCM_TOKEN: token } = variables;
  const secrets = secret === undefined ? (root['webhook-secret'] ?? []) : [secret];
  const tokens = root['scm-tokens'] ?? (token === undefined ? [] : [token]);
  const scm = sourceOf(root['scm-api-url'], publicApi);
  return {
    webhookUrl: root['webhook-ip'],
    secrets,
    verifies: {
      scm: variables.VERIFY_SCM_IPS ?? root['verify-scm-ips'] ?? false,
      cdn: variables.VERIFY_CDN_IPS ?? root['verify-cdn-ips'] ?? false,
    },
    maxWorkers: variables.MAX_WORKERS ?? root['max-workers'] ?? 10,
    logFile: root['log-file'] ?? 'webhook-server.log',
    mcpLogFile: root['mcp-log-file'] ?? 'mcp-server.log',
    logsServerLogFile: root['logs-server-log-file'] ?? 'logs-server.log',
    masksByWords: root['mask-sensitive-data'] ?? true,
    scm,
    addresses: {
      scm: root['scm-meta-url']
        ? sourceOf(root['scm-meta-url'])
        : { ...scm, url: `${scm.url}/meta` },
      cdn: sourceOf(root['cdn-ips-url'], publicCdn),
    },
    fillsGaps: root['gap-fill'] ?? false,
    alerts: root.alerts,
    defaults: { ...root, 'webhook-secret': [...secrets], 'scm-tokens': [...tokens] },
    repositories: byName(repositories),
    known: [...secrets, ...tokens, ...[root, ...Object.values(repositories)].flatMap(secretsIn)],
  };
}

function sourceOf(configured: string | undefined, initial = ''): Source {
  return { url: configured ?? initial, isTrusted: configured !== undefined };
}

/** The code host compares names without regard to case. */
function byName(repositories: ConfigurationFile['repositories']) {
  const entries = Object.entries(repositories);
  return new Map([
    ...entries.map(([name, entry]) => [lowerAscii(name), entry] as const),
    ...entries.map(([, entry]) => [lowerAscii(entry.name), entry] as const),
  ]);
}

function secretsIn(keys: RepositoryKeys): string[] {
  const { docs, analysis } = keys;
  const bridges = [docs?.key, analysis?.key].filter((key) => key !== undefined);
  return [...(keys['webhook-secret'] ?? []), ...(keys['scm-tokens'] ?? []), ...bridges];
}

export interface RepositoryNames {
  /** `owner/name` */
  readonly fullName: string;
  readonly name: string;
}

/** The entry of a payload: "by full name, then by the short name in the map". Undefined: it is not
 * configured. Later steps get the name of the entry, and use findNamed(). */
export function findEntry(
  configuration: Configuration,
  { fullName, name }: RepositoryNames,
): RepositoryEntry | undefined {
  return findNamed(configuration, fullName) ?? findNamed(configuration, name);
}

/** The entry with this name. */
export function findNamed(
  { repositories }: Configuration,
  name: string,
): RepositoryEntry | undefined {
  return repositories.get(lowerAscii(name));
}
