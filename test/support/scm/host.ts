import { notFound } from './reply.ts';
import type { HostReply, HostRequest, RouteCall, Routes } from './reply.ts';
import { hostToken, hostUser, newPull, newRepository } from './state.ts';
import type { PullDescription, ScmHost } from './state.ts';
import { actions } from './routes/actions.ts';
import { appViewer, appViewerOf, apps } from './routes/apps.ts';
import { branches } from './routes/branches.ts';
import { checks } from './routes/checks.ts';
import { comments } from './routes/comments.ts';
import { gitData } from './routes/git-data.ts';
import { hooks } from './routes/hooks.ts';
import { hostWide, withoutToken } from './routes/host-wide.ts';
import { issues } from './routes/issues.ts';
import { labels } from './routes/labels.ts';
import { people } from './routes/people.ts';
import { pulls } from './routes/pulls.ts';
import { reviews } from './routes/reviews.ts';
import { threads } from './routes/threads.ts';

// A small code host with the refusals of GitHub's REST API. Statuses and texts as in
// docs.github.com/rest and in reports of real answers.

const routes: Routes = {
  ...actions,
  ...apps,
  ...branches,
  ...checks,
  ...comments,
  ...gitData,
  ...hooks,
  ...hostWide,
  ...issues,
  ...labels,
  ...people,
  ...pulls,
  ...reviews,
  ...threads,
};

/** Fewer colons first: a fixed name wins over a parameter. */
const table = Object.entries(routes)
  .map(([route, answer]) => ({ ...compiled(route), answer, parameters: route.split(':').length }))
  .toSorted((a, b) => a.parameters - b.parameters);

/** One repository, `owner/repo`, with the pull request 7. */
export function scmHost(description: PullDescription): ScmHost {
  let ids = 100;
  const repository = newRepository('owner/repo');
  const seven = newPull(7, description);
  repository.pulls.set(7, seven);
  const host: ScmHost = {
    handle,
    repository,
    repositories: new Map([[repository.fullName, repository]]),
    tokens: new Map([[hostToken, hostUser]]),
    isApp: true,
    remaining: new Map(),
    published: {
      scm: { hooks: ['192.30.252.0/22', '2a0a:a440::/29'] },
      cdn: { result: { ipv4_cidrs: ['173.245.48.0/20'], ipv6_cidrs: ['2400:cb00::/32'] } },
    },
    seven,
    pull: {
      get current() {
        return seven.description;
      },
      set current(description) {
        seven.description = description;
      },
    },
    contents: repository.contents,
    reviews: seven.reviews,
    threads: seven.threads,
    faults: [],
    requests: [],
    changes: [],
    afterChange: () => undefined,
    hold: async () => {},
    nextId: () => ++ids,
    now: () => new Date(),
    origin: 'http://host',
  };
  return host;

  function handle(request: HostRequest): HostReply {
    host.requests.push(request);
    const fault = host.faults.shift();
    if (fault) return fault;
    const token = /^Bearer (.*)$/.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
    const ofApp = appViewerOf(host, token);
    if (typeof ofApp === 'object') return ofApp;
    const viewer = ofApp ?? host.tokens.get(token);
    const isOpen = token === '' && withoutToken.has(request.path);
    if (viewer === undefined && !isOpen) {
      return { status: 401, body: { message: 'Bad credentials' } };
    }
    const isOfApps = request.path.includes('/installation');
    if ((viewer === appViewer) !== isOfApps) return noJwt;
    const reply = answer(request, viewer ?? '');
    const isQuery = request.method === 'GET' || request.body.includes('"query":"query');
    if (isQuery || reply.status >= 300) return reply;
    const change = `${request.method} ${request.path} ${request.body}`.trim();
    host.changes.push(change);
    return host.afterChange(change) ?? reply;
  }

  function answer(request: HostRequest, viewer: string): HostReply {
    const url = new URL(request.path, host.origin);
    const [, name, below] = /^\/repos\/([^/]+\/[^/]+)(?:\/(.*))?$/.exec(url.pathname) ?? [];
    const found = name === undefined ? repository : host.repositories.get(decodeURIComponent(name));
    if (!found) return notFound;
    const path = `${request.method} ${name === undefined ? url.pathname : (below ?? '')}`;
    for (const { pattern, answer } of table) {
      const params = pattern.exec(path);
      if (!params) continue;
      const body = JSON.parse(request.body || '{}') as RouteCall['body'];
      const decoded = Object.entries(params.groups ?? {}).map(
        ([key, value]) => [key, decodeURIComponent(value)] as const,
      );
      const call = { host, repository: found, request, url, body, viewer };
      return answer({ ...call, params: Object.fromEntries(decoded) });
    }
    return notFound;
  }
}

const noJwt: HostReply = {
  status: 401,
  body: { message: 'A JSON web token could not be decoded' },
};

function compiled(route: string) {
  const source = route
    .replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')
    .replace('*', '(?<rest>.+)');
  return { pattern: new RegExp(`^${source}$`) };
}
