import { Failure } from '#core/platform/failure.ts';
import type { FetchReply } from '#core/platform/ports/fetch.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { RunProgram } from '#core/platform/ports/programs/programs.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { publicApi } from './settings.ts';
import { textReply, type SendToScm } from './send.ts';

interface Needs {
  readonly run: RunProgram;
  readonly environment: Environment;
}

interface Options {
  /** Without a slash at the end. */
  readonly url: string;
  readonly directory: string;
}

/** gh signs in with what it stored itself: no token of ours is in its environment. */
const variables = [
  'PATH',
  'HOME',
  'LANG',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'GH_CONFIG_DIR',
  'GH_HOST',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
];
const quiet = { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' };

/** The exit status of gh for "not logged in". */
const notLoggedIn = 4;
/** What gh, and Go below it, say of a network that fails for a while. */
const outage =
  /error connecting|dial tcp|time(?:d |-)?out|deadline exceeded|connection re|\bEOF\b|stream error/i;

/** The same requests through `gh api`. Not logged in: Failure('upstream', 'not_logged_in'). */
export function ghSender({ run, environment }: Needs, { url, directory }: Options): SendToScm {
  const inherited = Object.fromEntries(
    variables.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return async ({ method, path, accept, body, timeoutMilliseconds }) => {
    // gh knows the public host and the one of GH_HOST by itself.
    const endpoint = url === publicApi || !path.startsWith('/') ? path : url + path;
    const { end, code, stdout, stderr } = await run({
      program: 'gh',
      arguments: [
        'api',
        '--include',
        '--method',
        method,
        '--header',
        `Accept: ${accept}`,
        ...(body === undefined ? [] : ['--input', '-']),
        endpoint,
      ],
      directory,
      environment: { ...inherited, ...quiet },
      input: body ?? '',
      timeoutMilliseconds,
    });
    if (end === 'timed-out') {
      const message = `gh did not answer in ${timeoutMilliseconds / 1_000} s`;
      throw new Failure('upstream', 'timed_out', message);
    }
    const reply = parseReply(stdout);
    if (end === 'exited' && reply) return reply;
    if (end === 'exited' && code === 0) return textReply(stdout);
    const reason = maskSecrets(stderr.trim()).slice(0, 500) || `gh ended: ${end}`;
    if (end === 'too-large') {
      throw new Failure('too-large', 'large_answer', 'The answer of gh is larger than 20 MiB');
    }
    const isLogin = code === notLoggedIn || /gh auth login/.test(stderr);
    const other = outage.test(stderr) ? 'unreachable' : 'gh_failed';
    throw new Failure('upstream', isLogin ? 'not_logged_in' : other, reason);
  };
}

/** Status line, headers, an empty line, the body. */
function parseReply(output: string): FetchReply | undefined {
  const [head = '', status] = /^HTTP\/[\d.]+ (\d{3})[^]*?\r?\n\r?\n/.exec(output) ?? [];
  if (status === undefined) return undefined;
  const headers = head.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = /^([\w-]+): ?(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value] as const];
  });
  return textReply(output.slice(head.length), Number(status), Object.fromEntries(headers));
}
