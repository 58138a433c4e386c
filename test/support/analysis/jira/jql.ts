import type { FakeIssue } from './state.ts';

// The queries of our client with the refusals of Jira's: support.atlassian.com, "Use advanced search
// with JQL" and "Search syntax for text fields". Every other query is refused.

export type JqlResult = { readonly error: string } | { readonly matches: readonly FakeIssue[] };
type Test = (issue: FakeIssue) => boolean;

const query = /^project = "(\w+)"(?: AND \(([^()]+)\)| ORDER BY created DESC)$/;

/** The matches, the newest first; an error in the words of Jira. */
export function readJql(
  text: string,
  issues: readonly FakeIssue[],
  projects: readonly { readonly key: string }[],
): JqlResult {
  const [isQuery, name = '', terms] = query.exec(text) ?? [];
  if (isQuery === undefined) return { error: `Error in the JQL Query: ${text}` };
  const project = projects.find(({ key }) => key.toLowerCase() === name.toLowerCase());
  if (!project) return { error: `The value '${name}' does not exist for the field 'project'.` };
  const tests = terms?.split(' OR ').map(testOf) ?? [() => true];
  if (tests.includes(undefined)) return { error: `Error in the JQL Query: ${terms}` };
  const isMatch = (issue: FakeIssue) =>
    issue.project === project.key && tests.some((test) => test?.(issue));
  return { matches: issues.filter(isMatch).toReversed() };
}

/** Undefined: Jira refuses it. Words without an operator between them are joined by AND. */
function testOf(term: string): Test | undefined {
  const [, label] = /^labels = "([^"\\\s]+)"$/.exec(term) ?? [];
  if (label !== undefined) return ({ labels }) => labels.includes(label);
  const [, field, words] =
    /^(text|description) ~ "([\p{L}\p{N}\p{M}_]+(?: [\p{L}\p{N}\p{M}_]+)*)"$/u.exec(term) ?? [];
  if (words === undefined || /\b(?:AND|OR|NOT)\b/.test(words)) return undefined;
  return ({ summary, description }) => {
    const texts = [field === 'text' ? summary : '', plainText(description)];
    const inText = new Set(wordsOf(texts.join(' ')));
    return wordsOf(words).every((word) => inText.has(word));
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The text of a text or of a document (ADF). */
function plainText(description: unknown): string {
  if (typeof description === 'string') return description;
  const { text = '', content = [] } = (description ?? {}) as { text?: string; content?: unknown[] };
  return [text, ...content.map(plainText)].filter(Boolean).join(' ');
}
