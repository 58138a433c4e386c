import type { FakeIssue } from './state.ts';

// A reader of JQL with the refusals of Jira's: support.atlassian.com, "Use advanced search with JQL"
// and "Search syntax for text fields".

export type JqlResult = { readonly error: string } | { readonly matches: readonly FakeIssue[] };
type Test = (issue: FakeIssue) => boolean;

interface Token {
  readonly kind: 'word' | 'quoted' | 'sign';
  readonly text: string;
}

const reserved = new Set(
  'and or not in is was changed empty null order by asc desc select from where like'.split(' '),
);
const stopWords = new Set(
  'a an and are as at be but by for if in into is it no not of on or s such t that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** The matches, the newest first; an error in the words of Jira. */
export function readJql(
  text: string,
  issues: readonly FakeIssue[],
  projects: readonly { readonly key: string }[],
): JqlResult {
  try {
    const tokens = tokensOf(text);
    let at = 0;
    const peek = () => tokens[at];
    const isWord = (word: string) => peek()?.kind === 'word' && peek()?.text.toLowerCase() === word;
    const isSign = (sign: string) => peek()?.kind === 'sign' && peek()?.text === sign;
    const next = () => tokens[at++] ?? fail('Expecting a value, but got the end of the query.');

    const clause = (): Test => {
      if (isSign('(')) {
        next();
        const inner = either();
        if (!isSign(')')) fail("Expecting ')'.");
        next();
        return inner;
      }
      const field = next();
      if (field.kind !== 'word' || reserved.has(field.text.toLowerCase())) {
        fail(`'${field.text}' is a reserved JQL word or character.`);
      }
      const operator = next();
      if (operator.text !== '=' && operator.text !== '~') {
        fail(`Expecting operator but got '${operator.text}'.`);
      }
      const value = next();
      if (value.kind === 'sign') fail(`Expecting a value but got '${value.text}'.`);
      if (value.kind === 'word' && reserved.has(value.text.toLowerCase())) {
        fail(`Expecting a value but got the reserved word '${value.text}'.`);
      }
      return condition(field.text.toLowerCase(), operator.text, value.text, projects);
    };
    const both = (): Test => {
      let test = clause();
      while (isWord('and')) {
        next();
        const [one, other] = [test, clause()];
        test = (issue) => one(issue) && other(issue);
      }
      return test;
    };
    const either = (): Test => {
      let test = both();
      while (isWord('or')) {
        next();
        const [one, other] = [test, both()];
        test = (issue) => one(issue) || other(issue);
      }
      return test;
    };

    if (tokens.length === 0 || isWord('order')) {
      return {
        error:
          'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
      };
    }
    const test = either();
    if (isWord('order')) {
      const rest = tokens.slice(at).map((token) => token.text.toLowerCase());
      if (!/^order by (created|key) desc$/.test(rest.join(' '))) fail('Cannot read the order.');
      at = tokens.length;
    }
    if (at < tokens.length) fail(`Expecting either 'OR' or 'AND' but got '${peek()?.text}'.`);
    return { matches: issues.filter(test).toReversed() };
  } catch (error) {
    if (error instanceof JqlError) return { error: error.message };
    throw error;
  }
}

class JqlError extends Error {}

function fail(message: string): never {
  throw new JqlError(`Error in the JQL Query: ${message}`);
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const space = /^\s+/.exec(rest)?.[0];
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const quoted = /^"((?:[^"\\\p{Cc}]|\\[^\p{Cc}])*)"/u.exec(rest);
    const word = /^[\p{L}\p{N}_.-]+/u.exec(rest)?.[0];
    const sign = /^(?:=|~|\(|\)|,)/.exec(rest)?.[0];
    if (quoted) {
      tokens.push({ kind: 'quoted', text: unescaped(quoted[1] ?? '') });
      at += quoted[0].length;
    } else if (word !== undefined) {
      tokens.push({ kind: 'word', text: word });
      at += word.length;
    } else if (sign !== undefined) {
      tokens.push({ kind: 'sign', text: sign });
      at += sign.length;
    } else if (rest.startsWith('"')) fail('The quoted string has not been completed.');
    else fail(`The character '${rest.charAt(0)}' is a reserved JQL character.`);
  }
  return tokens;
}

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[^])/g, (all, escape: string) => {
    if (/^[\\"' ]$/.test(escape)) return escape;
    if (/^u./.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    const controls: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
    return controls[escape] ?? fail(`'${all}' is an illegal JQL escape sequence.`);
  });
}

function condition(
  field: string,
  operator: string,
  value: string,
  projects: readonly { readonly key: string }[],
): Test {
  const kind = `${field} ${operator}`;
  if (kind === 'project =') {
    const project = projects.find(({ key }) => key.toLowerCase() === value.toLowerCase());
    if (!project) {
      throw new JqlError(`The value '${value}' does not exist for the field 'project'.`);
    }
    return (issue) => issue.project === project.key;
  }
  if (kind === 'labels =') {
    if (/\s/.test(value)) fail(`The label '${value}' contains spaces which is invalid.`);
    return (issue) => issue.labels.includes(value);
  }
  if (operator !== '~' || !['text', 'summary', 'description'].includes(field)) {
    throw new JqlError(`The operator '${operator}' is not supported by the '${field}' field.`);
  }
  const words = searchedWords(field, value);
  return (issue) => {
    const { summary, description } = issue;
    const places = { summary, description: plainText(description) };
    const texts = field === 'text' ? Object.values(places) : [places[field as 'summary']];
    const found = new Set(wordsOf(texts.join(' ')));
    return words.length > 0 && words.every((word) => found.has(word));
  };
}

/** Words without an operator between them are joined by AND; stop words are not in the index. */
function searchedWords(field: string, value: string): string[] {
  if (value.trim() === '') {
    throw new JqlError(`The field '${field}' does not support searching for an empty string.`);
  }
  if (/[+\-&|!(){}[\]^"~*?:\\/]|\b(?:AND|OR|NOT)\b|\p{Cc}/u.test(value)) {
    throw new JqlError(`Unable to parse the text '${value}' for field '${field}'.`);
  }
  return wordsOf(value).filter((word) => !stopWords.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Of a text or of a document (ADF). */
export function plainText(description: unknown): string {
  if (typeof description === 'string') return description;
  const { text = '', content = [] } = (description ?? {}) as { text?: string; content?: unknown[] };
  return [text, ...content.map(plainText)].filter(Boolean).join(' ');
}
