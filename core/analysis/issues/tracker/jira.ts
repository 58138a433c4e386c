import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { findCreated } from './find-created.ts';
import { jiraCall, unreadable, type Jira, refusalOf } from './jira-call.ts';
import { projectKey, searchJql } from './jql.ts';
import type {
  Tracker,
  TrackerAccess,
  TrackerIssue,
  CreatedIssue,
  NewTrackerIssue,
} from './tracker.ts';
import { Failure } from '#core/platform/failure.ts';

const nameField = z.optional(z.nullable(z.object({ name: z.string() })));
const foundIssue = z.object({
  key: z.string().check(z.regex(/^\w{1,255}-\d{1,18}$/)),
  fields: z.object({ summary: z.string(), status: nameField, priority: nameField }),
});
const project = z.object({ key: z.string(), name: z.string() });
const levels = z.object({
  levels: z.array(
    z.object({ id: z.string(), name: z.string(), description: z.optional(z.string()) }),
  ),
});
const account = z.union([z.object({ displayName: z.string() }), z.object({ name: z.string() })]);

/** More are not shown, and a page of a cloud has no more. */
const maxFound = 100;
const pageSize = 100;
const maxPages = 50;
const maxTextLength = 500;

/** Jira Cloud (REST 3) with an e-mail, else Jira Server or Data Center (REST 2). Nothing is sent
 * before the first call. */
export function openTracker(
  needs: Pick<Platform, 'fetch' | 'clock'>,
  access: TrackerAccess,
): Tracker {
  const call = jiraCall(needs, access);
  const isCloud = access.email !== undefined;
  const checked = <Schema extends z.ZodMiniType>(answer: unknown, schema: Schema) => {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw unreadable(new URL(access.url).host);
  };
  const client: Jira = {
    isCloud,
    issueUrl: (key) => `${access.url}/browse/${encodeURIComponent(key)}`,
    get: async (path, schema) => checked(await call('GET', path), schema),
    post: async (path, body, schema) => checked(await call('POST', path, body), schema),
    async find(jql, { fields, limit }, schema) {
      const body = { jql, fields, maxResults: Math.min(limit, maxFound) };
      // Without /jql a cloud answers 410.
      const path = isCloud ? '/search/jql' : '/search';
      const { issues } = await client.post(path, body, z.object({ issues: z.array(schema) }));
      return issues;
    },
  };

  return {
    async account() {
      const user = await client.get('/myself', account);
      return 'displayName' in user ? user.displayName : user.name;
    },

    async search(key, words, limit) {
      const jql = searchJql(key, words);
      if (jql === undefined) return [];
      const options = { fields: ['summary', 'status', 'priority'], limit };
      const issues = await client.find(jql, options, foundIssue);
      return issues.slice(0, limit).map((issue) => trackerIssue(client, issue));
    },

    projects: () => (isCloud ? cloudProjects(client) : client.get('/project', z.array(project))),

    async securityLevels(key) {
      const answer = await client.get(`/project/${projectKey(key)}/securitylevel`, levels);
      return answer.levels.map(({ id, name, description = '' }) => ({ id, name, description }));
    },

    create: (issue) => createIssue(client, issue),
    findCreated: (key, mark) => findCreated(client, key, mark),
  };
}

function trackerIssue(
  { issueUrl }: Jira,
  { key, fields: { summary, status, priority } }: z.output<typeof foundIssue>,
): TrackerIssue {
  return {
    key,
    summary: summary.slice(0, maxTextLength),
    status: status?.name.slice(0, maxTextLength) ?? '',
    priority: priority?.name.slice(0, maxTextLength) ?? '',
    url: issueUrl(key),
  };
}

/** Those in which the account may make issues. */
async function cloudProjects(jira: Jira) {
  const page = z.object({ values: z.array(project), isLast: z.optional(z.boolean()) });
  const all: z.output<typeof project>[] = [];
  for (let count = 0; count < maxPages; count += 1) {
    const query = `action=create&orderBy=key&startAt=${all.length}&maxResults=${pageSize}`;
    const { values, isLast } = await jira.get(`/project/search?${query}`, page);
    all.push(...values);
    if (isLast !== false || values.length === 0) break;
  }
  return all;
}

const issueTypes = z.object({
  issueTypes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      subtask: z.boolean(),
      /** Only a cloud has it: 1 is an epic. */
      hierarchyLevel: z.optional(z.int()),
    }),
  ),
});
const createdIssue = z.object({ key: z.string() });

async function createIssue(jira: Jira, issue: NewTrackerIssue): Promise<CreatedIssue> {
  const { title, body, mark, securityLevel } = issue;
  // The parser of Markdown is only loaded for a new issue.
  const { issueText } = await import('./text/issue-text.ts');
  const { isCloud } = jira;
  const project = projectKey(issue.project);
  const fields = {
    project: { key: project },
    issuetype: { id: await bugType(jira, project) },
    summary: title,
    ...(securityLevel !== '' && { security: levelOf(securityLevel) }),
  };
  const post = (more: object) =>
    jira.post('/issue', { fields: { ...fields, ...more } }, createdIssue);
  try {
    const { key } = await post({ description: issueText(body, { isCloud }), labels: [mark] });
    return { key, url: jira.issueUrl(key), title };
  } catch (error) {
    // The project's screen for new issues has no labels; nothing was made.
    if (!refusalOf(error)?.fields.includes('labels')) throw error;
    const { key } = await post({ description: issueText(body, { isCloud, lastLine: mark }) });
    return { key, url: jira.issueUrl(key), title };
  }
}

function levelOf(text: string) {
  return /^\d+$/.test(text) ? { id: text } : { name: text };
}

/** The type named Bug, else the first one that stands alone: a project may have others. */
async function bugType(jira: Jira, project: string): Promise<string> {
  const { issueTypes: all } = await jira.get(`/project/${project}`, issueTypes);
  const plain = all.filter(({ subtask, hierarchyLevel = 0 }) => !subtask && hierarchyLevel === 0);
  const type = plain.find(({ name }) => /^bug$/i.test(name)) ?? plain[0];
  if (type) return type.id;
  const message = `The project ${project} of the tracker has no type for a bug`;
  throw new Failure('upstream', 'no_issue_type', message);
}
