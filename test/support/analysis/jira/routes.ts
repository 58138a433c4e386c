import { documentProblem } from './document.ts';
import { readJql } from './jql.ts';
import {
  ok,
  refused,
  type FakeIssue,
  type FakeJira,
  type FakeProject,
  type JiraReply,
} from './state.ts';

interface RouteCall {
  readonly jira: FakeJira;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
  /** Undefined: the login is not valid, and the request counts as an anonymous one. */
  readonly account: string | undefined;
  readonly params: readonly string[];
}

type Answer = (call: RouteCall) => JiraReply;

const unknownIssue = refused(404, 'Issue does not exist or you do not have permission to see it.');

function withProject(answer: (call: RouteCall, project: FakeProject) => JiraReply): Answer {
  return (call) => {
    const [key = ''] = call.params;
    const project = call.jira.projects.find((each) => each.key === key);
    if (project && call.account !== undefined) return answer(call, project);
    return refused(404, `No project could be found with key '${key}'.`);
  };
}

const search: Answer = ({ jira, body, account }) => {
  const { jql, maxResults = 50, fields = [], ...others } = body as Record<string, unknown>;
  if (Object.keys(others).length > 0) return refused(400, 'Invalid request payload.');
  const issues = jira.issues.filter(({ key }) => jira.indexed.has(key));
  const projects = account === undefined ? [] : jira.projects;
  const result = readJql(jql as string, issues, projects);
  if ('error' in result) return refused(400, result.error);
  const found = result.matches.slice(0, Math.min(Number(maxResults), 100));
  const shown = found.map((issue) => shape(issue, fields as string[]));
  if (jira.kind === 'cloud') return ok({ issues: shown, isLast: true });
  return ok({ startAt: 0, maxResults, total: result.matches.length, issues: shown });
};

function shape(issue: FakeIssue, fields: readonly string[]) {
  const all: Record<string, unknown> = {
    summary: issue.summary,
    description: issue.description,
    labels: issue.labels,
    status: { name: issue.status },
    priority: issue.priority === null ? null : { name: issue.priority },
  };
  const asked = Object.entries(all).filter(([name]) => fields.includes(name));
  const { id, key } = issue;
  return { id, key, fields: Object.fromEntries(asked) };
}

const create: Answer = ({ jira, body, account }) => {
  const fields = (body['fields'] ?? {}) as Record<string, unknown>;
  const project = jira.projects.find(
    ({ key }) => key === (fields['project'] as { key?: string } | undefined)?.key,
  );
  if (account === undefined) return refused(401, 'You do not have permission to create issues.');
  if (!project) return refused(400, '', { project: 'valid project is required' });
  const errors = problems(jira, project, fields);
  if (errors['description'] === 'INVALID_INPUT') return refused(400, 'INVALID_INPUT');
  if (Object.keys(errors).length > 0) return refused(400, '', errors);
  const { summary, description, labels = [], security } = fields;
  const made = jira.add(project.key, {
    ...{ summary: summary as string, description, labels: labels as string[] },
    type: (fields['issuetype'] as { id: string }).id,
    security: levelOf(project, security)?.id ?? null,
  });
  jira.indexed.delete(made.key);
  const { id, key } = made;
  return { status: 201, body: { id, key } };
};

function levelOf(project: FakeProject, security: unknown) {
  const { id, name } = (security ?? {}) as { id?: unknown; name?: unknown };
  return project.levels.find((level) => level.id === id || level.name === name);
}

function problems(
  jira: FakeJira,
  project: FakeProject,
  fields: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of Object.keys(fields)) {
    if (['project', 'issuetype', ...project.screen].includes(name)) continue;
    errors[name] =
      `Field '${name}' cannot be set. It is not on the appropriate screen, or unknown.`;
  }
  const { summary, description, issuetype, labels = [], security } = fields;
  if (typeof summary !== 'string' || summary.trim() === '') {
    errors['summary'] = 'You must specify a summary of the issue.';
  } else if (/[\r\n]/.test(summary)) {
    errors['summary'] = 'The summary is invalid because it contains newline characters.';
  } else if (summary.length > 255) errors['summary'] = "Summary can't exceed 255 characters.";
  const { id } = (issuetype ?? {}) as { id?: unknown };
  const type = project.issueTypes.find((each) => each.id === id);
  if (!type || type.subtask) errors['issuetype'] = 'Specify a valid issue type';
  const problem =
    jira.kind === 'cloud'
      ? documentProblem(description)
      : typeof description === 'string'
        ? undefined
        : 'Operation value must be a string';
  if (problem !== undefined) errors['description'] = problem;
  if (JSON.stringify(description ?? '').length > 32_767) {
    errors['description'] =
      'The entered text is too long. It exceeds the allowed limit of 32,767 characters.';
  }
  if ((labels as string[]).some((label) => /\s/.test(label) || label.length > 255)) {
    errors['labels'] = 'The label contains spaces which is invalid.';
  }
  if (security !== undefined && !levelOf(project, security)) {
    errors['security'] = 'Specify a valid value for Security Level';
  }
  return errors;
}

const shared: Readonly<Record<string, Answer>> = {
  'GET myself': ({ account }) => ok({ displayName: account, accountId: '5b10', active: true }),
  'GET issue/*': ({ jira, url, params: [key = ''], account }) => {
    const issue = jira.issues.find((each) => each.key === key || each.id === key);
    const fields = url.searchParams.get('fields')?.split(',') ?? [];
    return issue && account !== undefined ? ok(shape(issue, fields)) : unknownIssue;
  },
  'POST issue': create,
  'GET project/*': withProject((_call, { key, name, issueTypes }) => ok({ key, name, issueTypes })),
  'GET project/*/securitylevel': withProject((_call, { levels }) => ok({ levels })),
};

export const routesOf: Readonly<
  Record<FakeJira['kind'], { readonly version: string; readonly routes: Record<string, Answer> }>
> = {
  cloud: {
    version: '3',
    routes: {
      ...shared,
      'POST search/jql': search,
      'GET project/search': ({ jira, url, account }) => {
        const start = Number(url.searchParams.get('startAt') ?? 0);
        const size = Math.min(100, Number(url.searchParams.get('maxResults') ?? 50));
        const all = account === undefined ? [] : jira.projects;
        const values = all
          .slice(start, start + size)
          .map(({ key, name }) => ({ id: key, key, name }));
        const isLast = start + size >= all.length;
        return ok({ startAt: start, maxResults: size, total: all.length, isLast, values });
      },
    },
  },
  server: {
    version: '2',
    routes: {
      ...shared,
      'POST search': search,
      'GET project': ({ jira }) => ok(jira.projects.map(({ key, name }) => ({ key, name }))),
    },
  },
};
