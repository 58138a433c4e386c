import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import { refusalOf, type Jira } from './jira-call.ts';
import { projectKey } from './jql.ts';
import type { CreatedIssue, NewTrackerIssue } from './tracker.ts';

const issueTypes = z.object({
  issueTypes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      subtask: z.boolean(),
      /** Of a cloud: 1 is an epic. */
      hierarchyLevel: z.optional(z.int()),
    }),
  ),
});
const made = z.object({ key: z.string() });

export async function createIssue(jira: Jira, issue: NewTrackerIssue): Promise<CreatedIssue> {
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
  const post = (more: object) => jira.post('/issue', { fields: { ...fields, ...more } }, made);
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
