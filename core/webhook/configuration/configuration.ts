import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { ScmApp } from '#core/scm/app-sender.ts';
import { publicApi } from '#core/scm/settings.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import type { ConfigurationFile, RepositoryEntry, RepositoryKeys } from './schema.ts';
import { webhookSettings } from './variables.ts';

/** A URL; trusted: the operator named it, so that it may be a private address (S4). */
export interface Source {
  readonly url: string;
  readonly isTrusted: boolean;
}

/** The key of the blob; on a laptop a file in WEBHOOK_SERVER_DATA_DIR. */
export const configurationKey = 'config.yaml';

/** `no_configuration`: nothing has been configured yet. */
export function unusable(
  reason: string,
  code: 'bad_configuration' | 'no_configuration' = 'bad_configuration',
): Failure {
  return new Failure('configuration', code, `${configurationKey}: ${reason}`);
}

const publicCdn = 'https://api.cloudflare.com/client/v4/ips';

/** The file with the variables that win over it. */
export type Configuration = Readonly<ReturnType<typeof configurationOf>>;

export function configurationOf(
  { repositories, ...root }: ConfigurationFile,
  environment: Environment,
  /** The content of the file that the configuration names. */
  fileKey?: string,
) {
  const variables = webhookSettings(environment);
  const { WEBHOOK_SECRET: secret, SCM_TOKEN: token } = variables;
  const secrets = secret === undefined ? (root['webhook-secret'] ?? []) : [secret];
  const tokens = root['scm-tokens'] ?? (token === undefined ? [] : [token]);
  const app = appOf(
    variables.SCM_APP_ID ?? root['scm-app-id'],
    variables.SCM_APP_PRIVATE_KEY ?? fileKey,
  );
  const scm = sourceOf(root['scm-api-url'], publicApi);
  const meta = root['scm-meta-url'];
  return {
    /** The URL of our hooks. Undefined: hooks are not managed. */
    webhookUrl: root['webhook-ip'],
    /** Secrets of every repository. Empty: signatures are not checked. */
    secrets,
    verifies: {
      scm: variables.VERIFY_SCM_IPS ?? root['verify-scm-ips'] ?? false,
      cdn: variables.VERIFY_CDN_IPS ?? root['verify-cdn-ips'] ?? false,
    },
    maxWorkers: variables.MAX_WORKERS ?? root['max-workers'] ?? 10,
    logFile: root['log-file'] ?? 'webhook-server.log',
    mcpLogFile: root['mcp-log-file'] ?? 'mcp-server.log',
    logsServerLogFile: root['logs-server-log-file'] ?? 'logs-server.log',
    /** False: only known secrets are masked, not the values after words such as `password=`. */
    masksByWords: root['mask-sensitive-data'] ?? true,
    /** The REST API of the code host, without a slash at the end. */
    scm,
    /** Logs in in place of the tokens. */
    app,
    /** Where the published addresses are. */
    addresses: {
      scm: meta ? sourceOf(meta) : { ...scm, url: `${scm.url}/meta` },
      cdn: sourceOf(root['cdn-ips-url'], publicCdn),
    },
    fillsGaps: root['gap-fill'] ?? false,
    /** Receivers of messages about failed deliveries, and about entries that match queries. */
    alerts: root.alerts,
    /** Keys of the root that hold for every repository. */
    defaults: { ...root, 'webhook-secret': secrets, 'scm-tokens': tokens } as RepositoryKeys,
    /** By full name, then by name in the map. */
    repositories: byName(repositories),
    /** Every secret and token, to be masked. */
    known: [
      ...(app ? [app.privateKey] : []),
      ...secrets,
      ...tokens,
      ...[root, ...Object.values(repositories)].flatMap(secretsIn),
    ],
  };
}

function appOf(id: string | undefined, key: string | undefined): ScmApp | undefined {
  if (id === undefined && key === undefined) return undefined;
  // A variable has no line breaks in some places.
  if (id !== undefined && key !== undefined) return { id, privateKey: key.replaceAll('\\n', '\n') };
  throw unusable('scm-app-id and scm-app-private-key-file need one another');
}

function sourceOf(configured: string | undefined, initial = ''): Source {
  return { url: configured ?? initial, isTrusted: configured !== undefined };
}

/** The code host compares names without regard to case. */
function byName(
  repositories: ConfigurationFile['repositories'],
): ReadonlyMap<string, RepositoryEntry> {
  const entries = Object.entries(repositories);
  return new Map([
    ...entries.map(([name, entry]) => [lowerAscii(name), entry] as const),
    ...entries.map(([, entry]) => [lowerAscii(entry.name), entry] as const),
  ]);
}

function secretsIn({ docs, analysis, ...keys }: RepositoryKeys): string[] {
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
