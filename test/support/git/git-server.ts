import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { TestCertificate } from '#test/support/http/certificate.ts';
import { httpTarget, type HttpTarget } from '#test/support/http/http-target.ts';

export interface GitServerBehaviour {
  /** 401 without `Authorization: Basic base64(anything:token)`, 403 with a wrong token. */
  token?: string;
  /** The status instead of 403. */
  refusal?: number;
  /** Answers every request with this status and, for 3xx, this location. */
  status?: number;
  location?: (url: string) => string;
  /** Accepts the request and never answers. */
  hang?: boolean;
  /** Sends so many bytes of a pack and closes the connection. */
  cutAfter?: number;
  /** Sends so many bytes of a pack and then nothing, with the connection open. */
  stallAfter?: number;
}

export interface GitServer extends HttpTarget {
  behaviour: GitServerBehaviour;
  /** Authorization headers in order; undefined: a request without one. */
  readonly authorizations: readonly (string | undefined)[];
  url(repository: string): string;
}

/** git's smart HTTP protocol over HTTPS for the bare repositories in a folder, by `git upload-
 * pack`. */
export async function gitServer(root: string, certificate: TestCertificate): Promise<GitServer> {
  const authorizations: (string | undefined)[] = [];
  const server = { behaviour: {} as GitServerBehaviour };

  const target = await httpTarget((request, response) => {
    const { behaviour } = server;
    authorizations.push(request.headers.authorization);
    const url = new URL(request.url ?? '/', 'https://localhost');
    const match = /^\/([\w.-]+)\/(info\/refs|git-upload-pack)$/.exec(url.pathname);
    if (behaviour.hang) return;
    if (behaviour.status !== undefined) {
      const location = behaviour.location?.(request.url ?? '');
      response.writeHead(behaviour.status, location === undefined ? {} : { location }).end();
      return;
    }
    if (behaviour.token !== undefined && !isAuthorized(request, behaviour.token)) {
      const [, credentials] = request.headers.authorization?.split(' ') ?? [];
      if (credentials === undefined) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('who are you?');
        return;
      }
      // Some servers repeat the credentials, and git prints their message.
      const told = `${credentials} ${Buffer.from(credentials, 'base64').toString()} is not welcome`;
      response.writeHead(behaviour.refusal ?? 403, { 'content-type': 'text/plain' }).end(told);
      return;
    }
    if (!match?.[1] || !existsSync(join(root, match[1]))) {
      response.writeHead(404).end('not found');
      return;
    }
    uploadPack(request, response, {
      repository: join(root, match[1]),
      advertise: match[2] === 'info/refs',
      behaviour,
    });
  }, certificate);

  return Object.assign(server, target, {
    authorizations,
    url: (repository: string) => `${target.origin}/${repository}`,
  });
}

function isAuthorized(request: IncomingMessage, token: string) {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  const text = Buffer.from(credentials, 'base64').toString();
  return scheme === 'Basic' && text.slice(text.indexOf(':') + 1) === token;
}

function uploadPack(
  request: IncomingMessage,
  response: ServerResponse,
  options: { repository: string; advertise: boolean; behaviour: GitServerBehaviour },
) {
  const { repository, advertise, behaviour } = options;
  const kind = advertise ? 'advertisement' : 'result';
  response.writeHead(200, {
    'content-type': `application/x-git-upload-pack-${kind}`,
    'cache-control': 'no-cache',
  });
  const version = request.headers['git-protocol'];
  if (advertise && version === undefined) response.write('001e# service=git-upload-pack\n0000');
  const child = spawn(
    'git',
    ['upload-pack', '--stateless-rpc', ...(advertise ? ['--advertise-refs'] : []), repository],
    {
      env: {
        PATH: process.env['PATH'],
        GIT_PROTOCOL: typeof version === 'string' ? version : '',
        // Without checks: hostile repositories are served too.
        GIT_CONFIG_COUNT: '2',
        GIT_CONFIG_KEY_0: 'uploadpack.allowAnySHA1InWant',
        GIT_CONFIG_VALUE_0: 'true',
        GIT_CONFIG_KEY_1: 'safe.directory',
        GIT_CONFIG_VALUE_1: '*',
      },
    },
  );
  child.stdin.on('error', () => {});
  const body =
    request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;
  body.pipe(child.stdin);
  child.stderr.resume();
  let asked = '';
  body.on('data', (chunk: Buffer) => (asked += chunk.toString('latin1')));
  let sent = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    const isPack = !advertise && !asked.includes('command=ls-refs');
    const limit = (isPack ? (behaviour.cutAfter ?? behaviour.stallAfter) : undefined) ?? Infinity;
    const rest = chunk.subarray(0, Math.max(0, limit - sent));
    sent += chunk.length;
    response.write(rest, () => {
      if (sent > limit && behaviour.cutAfter !== undefined) response.destroy();
    });
  });
  child.stdout.on('end', () => {
    if (behaviour.stallAfter === undefined || sent <= behaviour.stallAfter) response.end();
  });
  response.on('close', () => child.kill());
}
