import { boundedXmlParser, cutXmlText, maxXmlCharacters } from '#core/text/bounded-xml.ts';
import type { Place } from '../../base/schema/place.ts';
import type { SlowTest } from '../../base/schema/params.ts';
import { invalidXml, parseXml } from './invalid-xml.ts';
import { closeProblem, firstLine, openProblem, readCase, type OpenCase } from './open-case.ts';
import { retryList, type Retries } from './retry-list.ts';
import { slowList } from './slow-list.ts';
import { withoutTitle } from './without-title.ts';

export interface JunitFailure {
  readonly test_name: string;
  readonly error_message: string;
  readonly stack_trace: string;
  /** Seconds. */
  readonly duration: number;
  /** What the test printed; absent: nothing that the report has. */
  readonly output?: string;
  /** Where the children of the test case go that an analysis adds; absent: its suite failed. */
  readonly place?: Place;
}

export interface JunitEnd extends Retries {
  /** The slowest first, at most 20. */
  readonly slowest: readonly SlowTest[];
  /** The first test suite; undefined when there is none. */
  readonly suite: Place | undefined;
  /** The name of the whole, or of its only suite; empty: none. */
  readonly name: string;
  /** The first element of a document without suites and test cases: it is in another format. */
  readonly foreign: string | undefined;
}

export interface JunitReader {
  /** The failures that end within the text, in the order of the document. */
  write(text: string): readonly JunitFailure[];
  /** The text has ended. */
  end(): JunitEnd;
}

/** Characters of what a test printed. */
const maxOutput = 20_000;
const maxDepth = 200;
const maxRootName = 50;
/** What one test case may have. */
const maxFailures = 20;
const maxAttributes = 1_000;
/** An end tag may hold any amount of white space. */
const maxEndTagLength = 4_096;
/** The attributes that are read. */
const usedAttributes = new Set(['classname', 'name', 'time', 'message', 'type', 'hostname']);

/**
 * Finds the failed test cases of JUnit XML, whatever their nesting, while its text arrives.
 * Failure('invalid', 'invalid_xml') for what is not well-formed, for document types (entities could
 * make a small text huge) and for elements nested deeper than 200 (S7). `onPassed` gets the names of
 * test cases that passed.
 */
export function junitReader(onPassed?: (test_name: string) => void): JunitReader {
  // At most seven handlers: with eight V8 turns the parser into a dictionary, six times slower.
  const { parser, write, end } = boundedXmlParser();
  let failures: JunitFailure[] = [];
  /** The text that is being parsed, after the end of what came before it, and its offset. */
  let recent = { text: '', at: 0 };
  let depth = 0;
  /** The first one; without a depth it is closed. */
  let suite: { depth?: number; place: Place } | undefined;
  let testCase: OpenCase | undefined;
  /** Test cases around it. */
  const outer: OpenCase[] = [];
  let foreign: string | undefined;
  /** Depth of the open `<failure>` or `<error>` whose text is collected. */
  let problemDepth = 0;
  /** The same for `<system-out>` and `<system-err>`. */
  let outputDepth = 0;
  /** A failure without text: Bazel prints its output after the test case, into the suite. */
  let silent:
    { output: string; readonly depth: number; readonly failure: JunitFailure } | undefined;
  const retries = retryList();
  const slow = slowList();
  /** Name and host of the suites around a test case: a test of another browser is another test. */
  const suites: { readonly depth: number; readonly name: string }[] = [];
  let wholeName = '';
  const outerNames: string[] = [];

  parser.on('doctype', (type) => {
    if (/^\s*html\b/i.test(type)) throw htmlPage();
    throw invalidXml('document type declarations are not accepted');
  });
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++depth > maxDepth) throw invalidXml(`elements are nested more than ${maxDepth} deep`);
  });
  parser.on('attribute', (attribute) => {
    if (++attributes > maxAttributes) throw invalidXml('an element has too many attributes');
    attribute.value = usedAttributes.has(attribute.name) ? cutXmlText(attribute.value) : '';
  });
  parser.on('opentag', (tag) => {
    const [prefix, name] = splitName(tag.name);
    const isProblem = name === 'failure' || name === 'error';
    if (depth === 1 && name === 'html') throw htmlPage();
    if (depth === 1 && name === 'testsuites') wholeName = tag.attributes['name'] ?? '';
    if (depth === 1) foreign = tag.name.slice(0, maxRootName);
    if (/^test(?:suites?|case)$/.test(name)) foreign = undefined;
    if (name === 'testsuite' && !tag.isSelfClosing) {
      const { name: ownName = '', hostname = '' } = tag.attributes;
      if (suites.length === 0 && outerNames.length < 2) outerNames.push(ownName);
      suites.push({ depth, name: `${ownName}\n${hostname}` });
      suite ??= { depth, place: { offset: parser.position, prefix } };
    } else if (name === 'testcase' && problemDepth === 0) {
      if (testCase) outer.push({ ...testCase, body: cutXmlText(testCase.body) });
      testCase = { depth, prefix, ...readCase(tag), start: 0, failures: 0, body: '', output: '' };
      release();
    } else if ((name === 'system-out' || name === 'system-err') && problemDepth === 0) {
      if (isChild(testCase) || (silent && !testCase)) outputDepth = depth;
    } else if (isProblem && isChild(testCase)) {
      if (testCase.failures === maxFailures) return;
      openProblem(testCase, tag.attributes);
      problemDepth = depth;
    } else if (isProblem && !testCase && suites.at(-1)?.depth === depth - 1) {
      const [own = ''] = suites.at(-1)?.name.split('\n') ?? [];
      const opened = { depth: depth - 1, prefix, name: own, title: own, duration: 0 };
      testCase = { ...opened, isSuite: true, start: 0, failures: 0, body: '', output: '' };
      openProblem(testCase, tag.attributes);
      problemDepth = depth;
    } else if (/^(?:flaky|rerun)(?:Failure|Error)$/.test(name) && isChild(testCase)) {
      testCase.retried ??= tag.attributes['message'] ?? '';
    } else if (name === 'skipped' && isChild(testCase)) {
      testCase.isSkipped = true;
    }
  });
  const collect = (text: string) => {
    if (outputDepth > 0) {
      const printed = testCase ?? silent;
      if (printed) printed.output = (printed.output + text).slice(0, maxOutput);
    } else if (problemDepth > 0 && testCase && testCase.body.length < maxXmlCharacters) {
      testCase.body += text;
      testCase.hasText ||= /\S/.test(text);
    }
  };
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', (tag) => {
    const [, name] = splitName(tag.name);
    if (depth === problemDepth) {
      problemDepth = 0;
      if (testCase) closeProblem(testCase);
      if (testCase?.isSuite === true) {
        take(failureOf(testCase, testCase.message ?? ''));
        testCase = undefined;
      }
    }
    if (depth === outputDepth) outputDepth = 0;
    if (name === 'properties' && !tag.isSelfClosing) {
      if (isChild(testCase)) testCase.propertiesEnd ??= endTagStart();
      else if (suite?.depth === depth - 1)
        suite.place = { propertiesEnd: endTagStart(), ...suite.place };
    }
    if (testCase?.depth === depth) {
      slow.add(testCase.name, testCase.duration);
      if (testCase.message !== undefined) take(failureOf(testCase, testCase.message));
      else if (testCase.isSkipped !== true) {
        retries.passed(suites.at(-1)?.name, testCase);
        onPassed?.(testCase.name);
      }
      testCase = outer.pop();
    }
    if (suites.at(-1)?.depth === depth) suites.pop();
    if (silent && depth < silent.depth) release();
    if (suite?.depth === depth) suite = { place: suite.place };
    depth -= 1;
  });

  function take(failure: JunitFailure): void {
    retries.failed(suites.at(-1)?.name, failure);
    const isSilent = failure.stack_trace.trim() === '' && failure.output === undefined;
    if (isSilent && depth > 1) silent = { output: '', depth, failure };
    else failures.push(failure);
  }

  function release(): void {
    if (!silent) return;
    const { output, failure } = silent;
    silent = undefined;
    failures.push(/\S/.test(output) ? { ...failure, output: output.toWellFormed() } : failure);
  }

  function isChild(open: OpenCase | undefined): open is OpenCase {
    return open?.depth === depth - 1;
  }

  /** Where the end tag starts that has just been read: it holds no other `<`. */
  function endTagStart(): number {
    const start = recent.text.lastIndexOf('<', parser.position - 1 - recent.at);
    if (start === -1) throw invalidXml('an end tag is too long');
    return recent.at + start;
  }

  function failureOf(open: OpenCase, message: string): JunitFailure {
    // A cut may have halved a character of two code units.
    const stack_trace = withoutTitle(cutXmlText(open.body), open.title).toWellFormed();
    const statement = /\S/.test(message) ? message : firstLine(stack_trace) || (open.type ?? '');
    const error_message = statement.toWellFormed();
    const { name: test_name, duration, prefix, propertiesEnd } = open;
    const output = open.output.toWellFormed();
    const end = propertiesEnd === undefined ? {} : { propertiesEnd };
    const place = open.isSuite ? {} : { place: { offset: endTagStart(), prefix, ...end } };
    const failure = { test_name, error_message, stack_trace, duration, ...place };
    return /\S/.test(output) ? { ...failure, output } : failure;
  }

  return {
    write(text) {
      const tail = recent.text.slice(-maxEndTagLength);
      recent = { text: tail + text, at: recent.at + recent.text.length - tail.length };
      failures = [];
      parseXml(() => write(text));
      if (testCase && testCase.body.length < maxXmlCharacters)
        testCase.body = cutXmlText(testCase.body);
      return failures;
    },
    end() {
      parseXml(end);
      const [only = '', second] = outerNames;
      const name = wholeName || (second === undefined ? only : '');
      return {
        name: name.toWellFormed(),
        suite: suite?.place,
        slowest: slow.end(),
        foreign,
        ...retries.end(),
      };
    },
  };
}

const htmlPage = () => invalidXml('this is an HTML page: give the XML file of the report');

function splitName(name: string): [prefix: string, local: string] {
  const end = name.indexOf(':') + 1;
  return [name.slice(0, end), name.slice(end)];
}
