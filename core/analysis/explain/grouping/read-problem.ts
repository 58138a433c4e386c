import { stripVTControlCharacters } from 'node:util';
import { furtherFailure } from '../../intake/junit/further-failure.ts';
import { namesProblem } from '../../intake/builds/console-excerpt.ts';
import { readFrame, type Frame } from './stack-frame.ts';

export interface Problem {
  readonly error_message: string;
  readonly stack_trace: string;
  /** What the test printed; it says what went wrong where nothing else does. */
  readonly output?: string | undefined;
}

export interface ReadProblem {
  /** What went wrong, without the stack trace and what frameworks print around it. */
  readonly error: string;
  /** The innermost first. */
  readonly frames: readonly Frame[];
}

/** More cannot tell two errors apart for a reader either. */
const longest = { text: 60_000, line: 1_000, lines: 600, error: 40, printed: 5 };

/** Titles of tests, source code, and words around an error. */
const noise =
  /^(?:FAILED:$|failure$|ASSERTION FAILURE:$|UNCAUGHT EXCEPTION:$|EXCEPTION STACK TRACE: -|stack traceback:$|-{20,}$|- (?:file|line) {3}: |- (?:file: unknown location|line: 0)$|\/\S{1,300}:\d{1,7}:in [`'])|^(?:Failed$|(?:Error|Failure|Message):$|Test failed\. See exception logs above|The test description was:|unknown file$|=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:FAIL|PASS|SKIP): |FAIL(?:\s|$)|exit status \d|Test:\s|Test method \S{1,500} threw exception:|Failure\/Error: |Error Trace:|Stack ?Trace:?$|note: run with|stack backtrace:|goroutine \d|> {0,6}\d{1,6} \||\d{1,6} \||\| *\^|\[[^\]]{1,60}\] › |Error Context: |[\w\\]{1,300}::\w{1,300}(?: with data set .{0,500})?$)|[─⎯═]{3}/;
/** Those of Jest, Cucumber and Codeception. */
const testTitle =
  /^(?:● |Scenario(?: Outline)?: |\w{1,200}Ce[sp]t: |[^()]{1,300} \(\w{1,200}Cept\)$)/;
/** What follows repeats the error, or is output. */
const end = /^(?:Retry #\d|attachment #\d|Last checkpoint:$|-{3,} ?Captured )/;
const waitingFor = /^- (?:waiting for (?:locator|getBy|event|navigation|load)|navigating to )/;
const cause = /^(?:Caused by: |\[(?:cause|errors)\]: )/;
/** What Jest says of a file. */
const unparsed = 'Jest encountered an unexpected token';
/** `node:test` puts the error of a test into one of its own. */
const nodeWrapper =
  /^\s*\[?Error \[ERR_TEST_FAILURE\]: (?:[^]*?\n {2}cause: (?=\S)|[^\n]*\] \{ code: [^]*$)/;
const title = /^[^\s:]{1,300}\.\w{1,6}:\d{1,7}(?::\d{1,7})? \S[^\n]*$/;
const vague =
  /^(?:\(?(?:test )?(?:fail(?:ed|ure)?|error|assertion ?(?:error|failed)?|exception)\)?[.!:]?|unexpected exception|none|exited with (?:error )?code \d{1,5}\.?|test (?:case )?fail(?:ed|ure)[^\n]{0,60}|\d{1,5} (?:error|failure)s?, see stacktrace for details|collection failure|null|undefined)$/i;

/** Flutter says below it what a widget threw, and with what it is busy. */
const flutter = /^The following .{1,200} was thrown/m;

/** What a failure says, in the ways of the usual frameworks: some have the error in the message, some
 * in the lines below it. */
export function readProblem({ error_message, stack_trace, output = '' }: Problem): ReadProblem {
  const message = reduce(error_message);
  const body = reduce(stack_trace.replace(nodeWrapper, '').replace(/^\[([^\n]+)\] \{(?=\n)/, '$1'));
  const error = errorOf(error_message.slice(0, longest.line).trim(), message.lines, body);
  const isSilent = error === '' || vague.test(error);
  const thrown = output.search(flutter);
  const printed = output !== '' && isSilent ? reduce(output.slice(Math.max(0, thrown))) : undefined;
  const { frames = [] } = [body, message, printed].find((each) => each?.frames[0]) ?? {};
  if (!printed) return { error, frames };
  const start = printed.lines.findIndex((line) => /(?<!state):$/.test(line)) + 1;
  const problems = thrown === -1 ? printed.lines.filter(namesProblem) : printed.lines.slice(start);
  const top = problems.slice(0, longest.printed);
  const lines = top.length > 0 ? top : printed.lines.slice(-longest.printed);
  return { error: [...lines, error].join('\n').trimEnd(), frames };
}

interface Reduced {
  readonly lines: readonly string[];
  readonly causes: readonly string[];
  readonly frames: readonly Frame[];
}

function errorOf(plain: string, message: readonly string[], body: Reduced): string {
  const [head = ''] = message;
  const isVague =
    head === '' ||
    (message.length === 1 && vague.test(head)) ||
    title.test(plain) ||
    // An attribute has the lines of a trace as one.
    plain.includes(' Traceback (most recent call last): ');
  if (isVague) return body.lines.join('\n') || head || plain.split('\n', 1).join();
  // The body says more than the message, which may be its first line.
  const statement = head.replace(/^error: |\.{3}$/g, '');
  const at = placeIn(body.lines, statement);
  if (at === -1) {
    const [first = statement] = body.lines;
    const more = message.join(' ').includes(first) ? [] : [first];
    return [...new Set([...message, ...more, ...body.causes])].join('\n');
  }
  const rest = once(body.lines.slice(at));
  if (rest.length >= message.length) return rest.join('\n');
  return [...rest.slice(0, 1), ...message.slice(1), ...body.causes].join('\n');
}

/** Where the statement begins; an attribute of XML has its lines as one. */
function placeIn(lines: readonly string[], statement: string): number {
  const at = lines.findIndex((line) => line.includes(statement));
  if (at !== -1) return at;
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const texts = lines.map(flat);
  const place = texts.join(' ').lastIndexOf(flat(statement));
  let begin = 0;
  const begins = texts.map(({ length }) => (begin += length + 1) - length - 1);
  return place === -1 ? -1 : begins.findLastIndex((start) => start <= place);
}

/** Without the stack trace's own first line, when the message is in front of it. */
function once(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines;
  const again = lines.findIndex((line, at) => at > 0 && line.endsWith(`: ${first}`));
  const isHead =
    again > 0 &&
    /^[\w$.]{1,200}(?: \[\w{1,60}\])?$/.test((lines[again] ?? '').slice(0, -first.length - 2));
  return isHead ? lines.slice(0, again) : lines;
}

function reduce(text: string): Reduced {
  const plain = stripVTControlCharacters(text.slice(0, longest.text));
  const all = plain.split(/\r\n|[\n\r]/, longest.lines).map((line) => line.slice(0, longest.line));
  // pytest marks the lines of the error, and has the innermost frame last, as all of Python.
  const marked = all.filter((line) => /^E {2,}\S/.test(line));
  const isPython = marked.length > 0 || plain.includes('Traceback (most recent call last)');
  const lines: string[] = [];
  const causes: string[] = [];
  const frames: Frame[] = [];
  let isStack = false;
  let isLog = false;
  let isFurther = false;
  /** The code of the innermost frame: an assertion of Python without words says nothing else. */
  let source = '';
  /** All that Go may say of a package. */
  let failed: readonly string[] = [];
  for (const whole of all) {
    const line = whole.trim().replace(/^- message: (?=\S)/, '');
    if (line === '') continue;
    if (end.test(line)) break;
    if (line === furtherFailure) {
      isStack = false;
      isFurther = true;
      continue;
    }
    if (/^(?:goroutine |When the exception was thrown)/.test(line)) isStack = true;
    const frame = readFrame(line);
    if (frame) frames.push(frame);
    if (frame?.rest === '') {
      isStack ||= /^(?:at |❯ |File "|#\d)/.test(line);
      continue;
    }
    if (line.startsWith('Call log:')) isLog = true;
    else isLog &&= /^(?:- |\d{1,5} ×)/.test(line);
    if (line.startsWith('FAIL\t')) failed = [line];
    // In front of it is only advice.
    if (line === 'Details:' && lines[0]?.startsWith(unparsed) === true) {
      lines.length = 1;
      continue;
    }
    if (isLog ? !waitingFor.test(line) : noise.test(line) || testTitle.test(line)) continue;
    if (line.startsWith('Traceback (most')) continue;
    // Jest wraps what is no error into one with the same words.
    if (cause.test(line) && lines.includes(line.replace(cause, ''))) continue;
    if (cause.test(line) || (isFurther && !isStack)) causes.push(line);
    // The difference of two values, or the last line of Python.
    else if (isStack && !/^[-+][^\s>+-]/.test(line) && !(isPython && /^\S/.test(whole))) {
      if (!/^[\^~]+$/.test(line)) source = line;
      continue;
    }
    const isBare = line === 'AssertionError' && source !== '';
    lines.push(isBare ? `${line}: ${source}` : frame ? frame.rest : line);
  }
  if (isPython) frames.reverse();
  if (lines.length === 0) lines.push(...failed);
  const errors = marked.length > 0 ? marked.map((line) => line.replace(/^E +/, '')) : lines;
  return { lines: errors.slice(0, longest.error), causes, frames };
}
