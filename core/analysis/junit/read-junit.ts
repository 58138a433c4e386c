import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { Failure, isFailure } from '#core/platform/failure.ts';
import type { Place } from '../schema/place.ts';

export interface JunitFailure {
  readonly testName: string;
  readonly errorMessage: string;
  readonly stackTrace: string;
  /** Seconds. */
  readonly duration: number;
  /** Where the children of the test case go that an analysis adds. */
  readonly place: Place;
}

export interface JunitReport {
  /** In the order of the document. */
  readonly failures: readonly JunitFailure[];
  /** Of the first test suite; undefined when there is none. */
  readonly suite: Place | undefined;
}

interface OpenCase {
  readonly depth: number;
  readonly name: string;
  readonly duration: number;
  readonly prefix: string;
  propertiesEnd?: number;
  message?: string;
  body: string[];
}

const chunkLength = 64 * 1024;
const mostDepth = 200;
const mostAttributes = 1_000;

/**
 * The failed test cases of JUnit XML, whatever their nesting. Failure('invalid', 'invalid_xml') for
 * what is not well-formed, for document types (entities could make a small text huge) and for
 * elements nested deeper than 200 (S7).
 */
export function readJunit(xml: string): JunitReport {
  // At most seven handlers: with eight V8 turns the parser into a dictionary, six times slower.
  const parser = new SaxesParser();
  const failures: JunitFailure[] = [];
  let depth = 0;
  let suite: { depth: number; place: Place } | undefined;
  let testCase: OpenCase | undefined;
  /** Depth of the open `<failure>` or `<error>` whose text is collected. */
  let problemDepth = 0;

  parser.on('doctype', () => {
    throw invalid('document type declarations are not accepted');
  });
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
    if (++depth > mostDepth) throw invalid(`elements are nested more than ${mostDepth} deep`);
  });
  parser.on('attribute', () => {
    if (++attributes > mostAttributes) throw invalid('an element has too many attributes');
  });
  parser.on('opentag', (tag) => {
    const [prefix, name] = splitName(tag.name);
    if (name === 'testsuite' && suite === undefined && !tag.isSelfClosing) {
      suite = { depth, place: { offset: parser.position, prefix } };
    } else if (name === 'testcase' && testCase === undefined) {
      testCase = { depth, prefix, ...readCase(tag), body: [] };
    } else if ((name === 'failure' || name === 'error') && isChild(testCase)) {
      if (testCase.message !== undefined) return;
      testCase.message = tag.attributes['message'] ?? '';
      problemDepth = depth;
    }
  });
  const collect = (text: string) => {
    if (problemDepth > 0) testCase?.body.push(text);
  };
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', (tag) => {
    const [, name] = splitName(tag.name);
    if (depth === problemDepth) problemDepth = 0;
    if (name === 'properties' && !tag.isSelfClosing) {
      if (isChild(testCase)) testCase.propertiesEnd ??= endTagStart();
      else if (suite?.depth === depth - 1)
        suite.place = { propertiesEnd: endTagStart(), ...suite.place };
    }
    if (testCase?.depth === depth) {
      if (testCase.message !== undefined) failures.push(failureOf(testCase, testCase.message));
      testCase = undefined;
    }
    if (suite?.depth === depth) suite = { ...suite, depth: -1 };
    depth -= 1;
  });

  function isChild(open: OpenCase | undefined): open is OpenCase {
    return open?.depth === depth - 1;
  }

  /** An end tag holds no other `<`. */
  function endTagStart(): number {
    return xml.lastIndexOf('<', parser.position - 1);
  }

  function failureOf(open: OpenCase, message: string): JunitFailure {
    const stackTrace = open.body.join('');
    const errorMessage = message || firstLine(stackTrace);
    const { name: testName, duration, prefix, propertiesEnd } = open;
    const place = {
      offset: endTagStart(),
      prefix,
      ...(propertiesEnd !== undefined && { propertiesEnd }),
    };
    return { testName, errorMessage, stackTrace, duration, place };
  }

  try {
    for (let at = 0; at < xml.length; at += chunkLength) {
      parser.write(xml.slice(at, at + chunkLength));
    }
    parser.close();
  } catch (error) {
    if (isFailure(error)) throw error;
    throw invalid((error as Error).message.replace(/^\d+:\d+: /, ''));
  }
  return { failures, suite: suite?.place };
}

function readCase({ attributes }: SaxesTagPlain): Pick<OpenCase, 'name' | 'duration'> {
  const { classname = '', name = '', time = '' } = attributes;
  const seconds = Number(time.replaceAll(',', ''));
  return {
    name: classname === '' ? name : `${classname}.${name}`,
    duration: seconds > 0 && Number.isFinite(seconds) ? seconds : 0,
  };
}

function splitName(name: string): [prefix: string, local: string] {
  const end = name.indexOf(':') + 1;
  return [name.slice(0, end), name.slice(end)];
}

function firstLine(text: string): string {
  return /\S[^\n]*/.exec(text)?.[0].trimEnd() ?? '';
}

function invalid(reason: string): Failure {
  return new Failure('invalid', 'invalid_xml', `Invalid XML: ${reason}`);
}
