import { isIP } from 'node:net';
import { dirname } from 'node:path';
import type { Environment } from '../../../ports/environment.ts';
import type { GitTarget } from './engine.ts';

const proxies = [
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
];

/** The variable that names a proxy for https. */
export function proxyIn(environment: Environment): string | undefined {
  const names = proxies.filter((name) => /^(https|all)_/i.test(name));
  return names.find((name) => environment[name]);
}

// These settings replace the configuration files of the machine, the user and the repository.
const configuration: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.protectHFS': 'true',
  'core.protectNTFS': 'true',
  'core.attributesFile': '/dev/null',
  'core.excludesFile': '/dev/null',
  'core.askPass': '',
  'credential.helper': '',
  'submodule.recurse': 'false',
  'fetch.recurseSubmodules': 'false',
  // Keeps small packs as packs too: the size of packs is watched.
  'fetch.unpackLimit': '1',
  // Off: it refuses well-known repositories with odd dates or mode bits in old commits. The
  // checkout refuses bad names (`..`, `.git`) by itself.
  'fetch.fsckObjects': 'false',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'http.followRedirects': 'false',
  'http.sslVerify': 'true',
  'http.saveCookies': 'false',
  'protocol.version': '2',
  'safe.bareRepository': 'explicit',
};

/** The whole environment of a git process. It carries the secrets: every user of the machine can
 * read arguments. */
export function gitEnvironment(options: {
  target: GitTarget;
  environment: Environment;
  /** A home without .netrc and .config. */
  emptyHome: string;
  certificateFile?: string | undefined;
}): Record<string, string> {
  const { target, environment, emptyHome, certificateFile } = options;
  const ssh = target.remote.transport === 'ssh';
  const variables: Record<string, string> = {
    LC_ALL: 'C',
    HOME: ssh ? (environment['HOME'] ?? emptyHome) : emptyHome,
    GIT_ALLOW_PROTOCOL: target.remote.transport,
    GIT_ASKPASS: '',
    GIT_ATTR_NOSYSTEM: '1',
    // The clones folder may be inside another repository: git must not read its configuration.
    GIT_CEILING_DIRECTORIES: `${emptyHome}:${dirname(emptyHome)}`,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_TERMINAL_PROMPT: '0',
  };
  // A proxy resolves the name itself and would bypass the address check.
  for (const name of ['PATH', ...(target.addresses ? [] : proxies)]) {
    const value = environment[name];
    if (value !== undefined) variables[name] = value;
  }
  const settings = Object.entries(configuration);
  if (ssh) {
    variables['GIT_SSH_COMMAND'] = sshCommand(target);
    variables['GIT_SSH_VARIANT'] = 'ssh';
    const agent = environment['SSH_AUTH_SOCK'];
    if (agent !== undefined) variables['SSH_AUTH_SOCK'] = agent;
  } else {
    if (certificateFile !== undefined) variables['GIT_SSL_CAINFO'] = certificateFile;
    settings.push(...httpsSettings(target));
  }
  variables['GIT_CONFIG_COUNT'] = String(settings.length);
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

function httpsSettings({ remote, addresses, token }: GitTarget): [string, string][] {
  const settings: [string, string][] = [];
  if (addresses && isIP(remote.host) === 0) {
    // Pins the addresses: a second look-up could return others.
    const pinned = addresses.map((address) => (isIP(address) === 6 ? `[${address}]` : address));
    settings.push(['http.curloptResolve', `${remote.host}:${remote.port}:${pinned.join(',')}`]);
  }
  if (token !== undefined) {
    const { origin } = new URL(remote.url);
    const header = `Authorization: ${authorization(remote.host, token)}`;
    settings.push([`http.${origin}/.extraHeader`, header]);
  }
  return settings;
}

/** The header for `token` or `user:token`. Most code hosts accept any user name with a token. */
export function authorization(host: string, token: string): string {
  const user = host === 'bitbucket.org' ? 'x-token-auth' : 'x-access-token';
  const login = token.includes(':') ? token : `${user}:${token}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/**
 * ssh reads keys, agent and per-host settings from the operator's ~/.ssh/config. An unknown host is
 * accepted and added to known_hosts; a host whose key has changed is refused. Unless private hosts
 * are allowed, the connection goes to the checked address, without a proxy.
 */
function sshCommand({ remote, addresses }: GitTarget): string {
  const options = [
    'BatchMode=yes',
    'StrictHostKeyChecking=accept-new',
    'ConnectTimeout=30',
    'ServerAliveInterval=15',
    'ClearAllForwardings=yes',
    'ForwardAgent=no',
    'ForwardX11=no',
    'PermitLocalCommand=no',
    'RequestTTY=no',
  ];
  const [address] = addresses ?? [];
  if (address !== undefined) {
    const alias = remote.port === 22 ? remote.host : `[${remote.host}]:${remote.port}`;
    options.push(`HostName=${address}`, `HostKeyAlias=${alias}`, 'CheckHostIP=no');
    options.push('CanonicalizeHostname=no', 'ControlMaster=no', 'ControlPath=none');
    options.push('ProxyCommand=none', 'ProxyJump=none');
  }
  return ['ssh', ...options.map((option) => `-o '${option}'`)].join(' ');
}
