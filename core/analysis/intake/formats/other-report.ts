import { nunitCases, trxCases, xunitCases } from './dotnet.ts';
import { isGoJson, isTap, rootOf, startCharacters, type XmlRoot } from './detect.ts';
import { goCases } from './go-json.ts';
import { javascriptCases } from './javascript.ts';
import { tapCases } from './tap.ts';
import { junitXml, type TestCase } from './test-case.ts';

const xmlReaders: Readonly<Record<XmlRoot, (text: string) => TestCase[]>> = {
  TestRun: trxCases,
  'test-run': nunitCases,
  'test-results': nunitCases,
  assemblies: xunitCases,
  assembly: xunitCases,
};

/** JUnit XML of a report in another format: TRX, NUnit, xUnit.net, TAP, `go test -json`, JSON of
 * Playwright, Mocha, Jest or Vitest. Undefined: it is in none of them. */
export function otherReport(text: string): string | undefined {
  const start = text.slice(0, startCharacters);
  if (/^\ufeff?\s*</.test(start)) {
    const root = rootOf(start);
    return root && junitXml(xmlReaders[root](text));
  }
  if (isGoJson(start)) return junitXml(goCases(text));
  if (isTap(start)) return junitXml(tapCases(text));
  const cases = javascriptCases(parsed(text));
  return cases && junitXml(cases);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
