import * as z from 'zod/mini';
import { refusalOf, type Jira } from './jira-call.ts';
import { markJql, newestJql, projectKey } from './jql.ts';
import type { CreatedIssue } from './tracker.ts';

const markedIssue = z.object({
  key: z.string(),
  fields: z.object({
    summary: z.string(),
    labels: z.optional(z.array(z.string())),
    /** A text, or a document of a cloud. */
    description: z.optional(z.unknown()),
  }),
});
type MarkedIssue = z.output<typeof markedIssue>;

const fields = ['summary', 'labels', 'description'];
const atOnce = 10;
const maxBatches = 10;

/**
 * The issue with the mark. A search does not find it in the first seconds: the index follows later,
 * on a cloud and between the nodes of a data center. Reading by key is exact, so the keys around the
 * newest one of the index are read too.
 */
export async function findCreated(
  jira: Jira,
  key: string,
  mark: string,
): Promise<CreatedIssue | undefined> {
  const project = projectKey(key);
  const indexed = await jira.find(markJql(project, mark), { fields, limit: 10 }, markedIssue);
  const issue = indexed.find(hasMark(mark)) ?? (await findUnindexed(jira, project, mark));
  return issue && { key: issue.key, url: jira.issueUrl(issue.key), title: issue.fields.summary };
}

async function findUnindexed(jira: Jira, project: string, mark: string) {
  const options = { fields: ['summary'], limit: 1 };
  const [newest] = await jira.find(newestJql(project), options, z.object({ key: z.string() }));
  const last = Number(/-(\d{1,15})$/.exec(newest?.key ?? '')?.[1] ?? 0);
  // Indexes do not grow in the order of the keys.
  let next = Math.max(1, last - atOnce + 1);
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const keys = Array.from({ length: atOnce }, (_, at) => `${project}-${next + at}`);
    const issues = (await Promise.all(keys.map((key) => readIssue(jira, key)))).filter(Boolean);
    const match = issues.find((issue) => issue !== undefined && hasMark(mark)(issue));
    if (match) return match;
    next += atOnce;
    if (issues.length === 0 && next > last) return undefined;
  }
  return undefined;
}

/** Undefined: there is none, it was deleted, or the account may not see it. */
async function readIssue(jira: Jira, key: string): Promise<MarkedIssue | undefined> {
  try {
    return await jira.get(`/issue/${key}?fields=${fields.join(',')}`, markedIssue);
  } catch (error) {
    if (refusalOf(error)?.status === 404) return undefined;
    throw error;
  }
}

function hasMark(mark: string) {
  return ({ fields: { labels = [], description = '' } }: MarkedIssue): boolean =>
    labels.includes(mark) || JSON.stringify(description).includes(mark);
}
