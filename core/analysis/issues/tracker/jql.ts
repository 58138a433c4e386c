import { Failure } from '#core/platform/failure.ts';
import { meaningfulWords } from './meaningful-words.ts';

/** A longer query would be refused, and more words find nothing more. */
const maxKeywords = 10;
const maxWords = 8;
const maxWordLength = 60;

/** Issues of the project with all words of at least one keyword; undefined: no keyword has a word
 * that could be searched for. Of keywords only letters and digits are used, in lower case: all that
 * JQL or the text search inside it takes for an operator is left out. */
export function searchJql(project: string, keywords: readonly string[]): string | undefined {
  const texts = new Set(
    keywords
      .map((keyword) => meaningfulWords(keyword.slice(0, 1_000)).slice(0, maxWords))
      .map((words) => words.map((word) => word.slice(0, maxWordLength)).join(' '))
      .filter((text) => text !== ''),
  );
  if (texts.size === 0) return undefined;
  const any = [...texts].slice(0, maxKeywords).map((text) => `text ~ "${text}"`);
  return `${inProject(project)} AND (${any.join(' OR ')})`;
}

/** The issue that create() has given the mark. */
export function markJql(project: string, mark: string): string {
  const words = meaningfulWords(mark).join(' ');
  return `${inProject(project)} AND (labels = "${mark}" OR description ~ "${words}")`;
}

export function newestJql(project: string): string {
  return `${inProject(project)} ORDER BY created DESC`;
}

/** The key in quotes: it may be a reserved word. */
function inProject(project: string): string {
  return `project = "${projectKey(project)}"`;
}

/** In capitals, as Jira's paths want it. Failure('invalid') for what cannot be a key, and would be
 * something else in a query or a path. */
export function projectKey(project: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]{0,254}$/.test(project)) return project.toUpperCase();
  const message =
    'The project key of the tracker must begin with a letter and hold only letters, digits and _';
  throw new Failure('invalid', 'bad_project', message);
}
