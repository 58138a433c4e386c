import { httpTarget } from '#test/support/http/http-target.ts';
import type { TestCertificate } from '#test/support/http/certificate.ts';
import { routesOf } from './routes.ts';
import {
  refused,
  type FakeJira,
  type FakeProject,
  type JiraReply,
  type JiraRequest,
} from './state.ts';

// A small Jira with the refusals of the real one: a cloud (REST 3) or a server (REST 2). Statuses and
// texts as in developer.atlassian.com and in reports of real answers.

export const cloudLogin = { email: 'ann@example.test', token: 'cloud-token-of-ann' };
export const serverToken = 'personal-token-of-ann';

export function newProject(key: string, name: string): FakeProject {
  return {
    ...{ key, name },
    issueTypes: [
      { id: '1', name: 'Epic', subtask: false, hierarchyLevel: 1 },
      { id: '2', name: 'Sub-task', subtask: true, hierarchyLevel: -1 },
      { id: '3', name: 'Task', subtask: false, hierarchyLevel: 0 },
      { id: '4', name: 'Bug', subtask: false, hierarchyLevel: 0 },
    ],
    levels: [
      { id: '10000', name: 'Team', description: 'Only the team' },
      { id: '10001', name: 'Private' },
    ],
    screen: ['summary', 'description', 'labels', 'security'],
    lastNumber: 0,
  };
}

/** Listens on a free port of the loopback address, with the project SHOP. */
export async function fakeJira(
  kind: FakeJira['kind'],
  certificate?: TestCertificate,
): Promise<FakeJira> {
  const target = await httpTarget((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      const request: JiraRequest = {
        method: message.method ?? '',
        path: message.url ?? '',
        headers: message.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      };
      jira.requests.push(request);
      const reply = jira.faults.shift() ?? answer(jira, request);
      if (reply === 'close' || jira.afterAnswer(request) === 'close')
        return void response.destroy();
      if (reply === 'silence') return;
      if (reply === 'cut') {
        response.writeHead(200, { 'content-length': 100 }).write('{"displayName":');
        return void setImmediate(() => response.destroy());
      }
      const { status, headers, body } = reply;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  }, certificate);
  const jira: FakeJira = {
    kind,
    origin: target.origin,
    logins: new Map([
      [kind === 'cloud' ? `${cloudLogin.email}:${cloudLogin.token}` : serverToken, 'Ann Example'],
    ]),
    projects: [newProject('SHOP', 'The shop')],
    issues: [],
    indexed: new Set(),
    index: () => jira.issues.forEach(({ key }) => jira.indexed.add(key)),
    add(key, issue) {
      const project = jira.projects.find((each) => each.key === key);
      if (!project) throw new Error(`no project ${key}`);
      project.lastNumber += 1;
      const made = {
        ...{ id: String(20_000 + jira.issues.length), key: `${key}-${project.lastNumber}` },
        ...{ project: key, description: '', labels: [], type: '4', status: 'To Do' },
        ...{ priority: 'Medium', security: null },
        ...issue,
      };
      jira.issues.push(made);
      jira.indexed.add(made.key);
      return made;
    },
    ...{ requests: [], faults: [], afterAnswer: () => undefined },
    close: () => target.close(),
  };
  return jira;
}

function answer(jira: FakeJira, request: JiraRequest): JiraReply {
  const { version, routes } = routesOf[jira.kind];
  const url = new URL(request.path, jira.origin);
  const [, asked, path = ''] = /^\/rest\/api\/(\w+)\/(.*)$/.exec(url.pathname) ?? [];
  // A cloud has both versions; what a client of ours uses is 3.
  if (asked !== version) return { status: 404, body: '<html>Not found</html>' };
  const { account, refusal } = login(jira, request);
  if (refusal) return refusal;
  if (account === undefined && path === 'myself') {
    return { status: 401, body: 'Client must be authenticated to access this resource.' };
  }
  const type = request.headers['content-type'] ?? '';
  if (request.method === 'POST' && !type.startsWith('application/json')) {
    return { status: 415, body: '' };
  }
  const route = Object.entries(routes).findLast(([name]) =>
    pattern(name).test(`${request.method} ${path}`),
  );
  if (!route) return refused(404, 'null for uri: ' + url.pathname);
  const [name, run] = route;
  const body = parsed(request.body);
  if (!body) return refused(400, 'Invalid request payload. Refer to the REST API documentation.');
  const params = pattern(name).exec(`${request.method} ${path}`) ?? [];
  const reply = run({ jira, url, body, account, params: params.slice(1).map(decodeURIComponent) });
  if (account !== undefined) return reply;
  // A cloud treats a wrong login as none, and says so in this header alone.
  return { ...reply, headers: { 'x-seraph-loginreason': 'AUTHENTICATED_FAILED' } };
}

function login(
  { kind, logins }: FakeJira,
  { headers }: JiraRequest,
): { readonly account?: string | undefined; readonly refusal?: JiraReply } {
  const [, scheme = '', text = ''] = /^(\w+) (.*)$/.exec(headers['authorization'] ?? '') ?? [];
  if (kind === 'cloud') {
    if (scheme === 'Bearer') {
      const body = { error: 'Failed to parse Connect Session Auth Token' };
      return { refusal: { status: 403, body } };
    }
    return { account: logins.get(Buffer.from(text, 'base64').toString()) };
  }
  const account = scheme === 'Bearer' ? logins.get(text) : undefined;
  return account === undefined
    ? { refusal: { status: 401, body: '<html>Unauthorized</html>' } }
    : { account };
}

function pattern(route: string): RegExp {
  return new RegExp(`^${route.replaceAll('*', '([^/]+)')}$`);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}
