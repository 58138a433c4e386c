import { jsonValue } from '#core/text/json.ts';
import { boostCases } from './boost.ts';
import { checkCases } from './check.ts';
import { ctrfReader } from './ctrf.ts';
import { cucumberReader } from './cucumber.ts';
import { dartCases } from './dart.ts';
import {
  checkNamespace,
  isDart,
  isGoJson,
  isTap,
  rootOf,
  startCharacters,
  type XmlRoot,
} from './detect.ts';
import { nunitCases, trxCases, xunitCases } from './dotnet.ts';
import { goCases } from './go-json.ts';
import { javascriptReaders } from './javascript.ts';
import { robotCases } from './robot.ts';
import { rspecReader } from './rspec.ts';
import { tapCases } from './tap.ts';
import { junitXml, type TestCase } from './cases/test-case.ts';
import { testngCases } from './testng.ts';

const xmlReaders: Readonly<Record<XmlRoot, (text: string) => TestCase[]>> = {
  TestRun: trxCases,
  'test-run': nunitCases,
  'test-results': nunitCases,
  assemblies: xunitCases,
  assembly: xunitCases,
  'testng-results': testngCases,
  TestLog: boostCases,
  robot: robotCases,
  [checkNamespace]: checkCases,
};

const jsonReaders = [...javascriptReaders, ctrfReader, rspecReader, cucumberReader];

/** JUnit XML of a report in another format. Undefined: it is in none that is known. */
export function otherReport(text: string): string | undefined {
  const start = text.slice(0, startCharacters);
  if (/^\ufeff?\s*</.test(start)) {
    const root = rootOf(start);
    return root && junitXml(xmlReaders[root](text));
  }
  if (isGoJson(start)) return junitXml(goCases(text));
  if (isDart(start)) return junitXml(dartCases(text));
  if (isTap(start)) return junitXml(tapCases(text));
  const report = jsonValue(text.replace(/^\ufeff/, ''));
  for (const read of jsonReaders) {
    const cases = read(report);
    if (cases) return junitXml(cases);
  }
  return undefined;
}
