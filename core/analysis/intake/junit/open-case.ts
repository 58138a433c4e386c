import type { SaxesTagPlain } from 'saxes';
import { furtherFailure } from './further-failure.ts';

/** A test case that is being read. */
export interface OpenCase {
  readonly depth: number;
  /** What fails outside of its tests, as busted and TAP::Formatter::JUnit write it. */
  readonly isSuite?: boolean;
  readonly name: string;
  /** The name without the class. */
  readonly title: string;
  readonly duration: number;
  readonly prefix: string;
  propertiesEnd?: number;
  message?: string;
  /** The message of the failure after it that is open. */
  further?: string;
  /** What kind of error the first failure is that says so. */
  type?: string;
  /** Where the text of the open failure begins, and how many there are so far. */
  start: number;
  failures: number;
  hasText?: boolean;
  /** The first line of a failure after which the test passed, as Surefire writes it. */
  retried?: string;
  isSkipped?: boolean;
  body: string;
  output: string;
}

/** WebdriverIO has an empty failure before the error. */
export function openProblem(open: OpenCase, attributes: SaxesTagPlain['attributes']) {
  const { message: attribute = '', type = '' } = attributes;
  // The message of Cucumber says no more than that.
  const message = attribute === `${type} ${open.title}` ? '' : attribute;
  open.failures += 1;
  open.start = open.body.length;
  open.type ||= type;
  if (open.hasText || /\S/.test(open.message ?? '')) open.further = message;
  else open.message = message;
}

/** A text that says its message is enough. */
export function closeProblem(open: OpenCase): void {
  const { further, start, body } = open;
  if (further === undefined) return;
  delete open.further;
  const text = body.slice(start);
  const says = text.includes(firstLine(further)) ? text : `${further}\n${text}`;
  if (/\S/.test(says)) open.body = `${body.slice(0, start)}\n${furtherFailure}\n${says}`;
}

export function readCase(tag: SaxesTagPlain): Pick<OpenCase, 'name' | 'title' | 'duration'> {
  const { classname = '', name = '', time = '' } = tag.attributes;
  const seconds = Number(time.replaceAll(',', ''));
  return {
    // Surefire has no name where a class could not be prepared.
    name: classname !== '' && name !== '' ? `${classname}.${name}` : name || classname,
    title: name,
    duration: seconds > 0 && Number.isFinite(seconds) ? seconds : 0,
  };
}

export function firstLine(text: string): string {
  return /\S[^\n]*/.exec(text)?.[0].trimEnd() ?? '';
}
