import * as z from 'zod/mini';
import type { Platform } from '#core/platform/ports/platform.ts';
import { createIssue } from './create-jira-issue.ts';
import { findCreated } from './find-created.ts';
import { jiraCall, unreadable, type Jira } from './jira-call.ts';
import { projectKey, searchJql } from './jql.ts';
import type { Tracker, TrackerAccess, TrackerIssue } from './tracker.ts';

const named = z.optional(z.nullable(z.object({ name: z.string() })));
const foundIssue = z.object({
  key: z.string().check(z.regex(/^\w{1,255}-\d{1,18}$/)),
  fields: z.object({ summary: z.string(), status: named, priority: named }),
});
const project = z.object({ key: z.string(), name: z.string() });
const levels = z.object({
  levels: z.array(
    z.object({ id: z.string(), name: z.string(), description: z.optional(z.string()) }),
  ),
});
const account = z.union([z.object({ displayName: z.string() }), z.object({ name: z.string() })]);

/** More are not shown, and a page of a cloud has no more. */
const mostFound = 100;
const pageSize = 100;
const mostPages = 50;
const longestText = 500;

/** Jira Cloud (REST 3) with an e-mail, else Jira Server or Data Center (REST 2). */
export function jira(needs: Pick<Platform, 'fetch' | 'clock'>, access: TrackerAccess): Tracker {
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
      const body = { jql, fields, maxResults: Math.min(limit, mostFound) };
      // Without /jql a cloud answers 410.
      const path = isCloud ? '/search/jql' : '/search';
      const { issues } = await client.post(path, body, z.object({ issues: z.array(schema) }));
      return issues;
    },
  };

  return {
    async account() {
      const found = await client.get('/myself', account);
      return 'displayName' in found ? found.displayName : found.name;
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
    summary: summary.slice(0, longestText),
    status: status?.name.slice(0, longestText) ?? '',
    priority: priority?.name.slice(0, longestText) ?? '',
    url: issueUrl(key),
  };
}

/** Those in which the account may make issues. */
async function cloudProjects(jira: Jira) {
  const page = z.object({ values: z.array(project), isLast: z.optional(z.boolean()) });
  const all: z.output<typeof project>[] = [];
  for (let count = 0; count < mostPages; count += 1) {
    const query = `action=create&orderBy=key&startAt=${all.length}&maxResults=${pageSize}`;
    const { values, isLast } = await jira.get(`/project/search?${query}`, page);
    all.push(...values);
    if (isLast !== false || values.length === 0) break;
  }
  return all;
}
