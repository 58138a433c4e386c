import { describe, expect, it } from 'vitest';
import { checkQuotes } from '#core/analysis/explain/answer/check-quotes.ts';
import { analysisDetail } from '#core/analysis/base/schema/detail.ts';
import {
  proseAnswer,
  readAnswer,
  readClassification,
} from '#core/analysis/explain/answer/read-answer.ts';
import fc from '#test/support/property.ts';

const detail = { classification: '', affected_tests: [], details: 'why', artifacts_evidence: '' };
const bug = {
  ...{ title: 't', severity: '', component: '', description: '', evidence: '' },
  ...{ tracker_search_keywords: [], tracker_matches: [] },
};

describe('the answer of a model', () => {
  it.each([
    ['an object alone', '{"details":"why"}', detail],
    ['an object in prose', 'Sure!\n```json\n{"details":"why"}\n```\nBye', detail],
    [
      'a class',
      '{"details":"why","classification":"product_bug"}',
      { ...detail, classification: 'PRODUCT BUG' },
    ],
    [
      'an object after another one',
      'The log says {"level":"error"} and:\n```json\n{"details":"why","classification":"CODE ISSUE"}\n```',
      { ...detail, classification: 'CODE ISSUE' },
    ],
    [
      'an object with a class after one without',
      '{"details":"..."}\n{"details":"why","classification":"INFRASTRUCTURE"} {"details":"no"}',
      { ...detail, classification: 'INFRASTRUCTURE' },
    ],
    ['an unknown class', '{"details":"why","classification":"FLAKY"}', detail],
    [
      'evidence as a list',
      '{"details":"why","artifacts_evidence":["a:1: x","b:2: y"]}',
      { ...detail, artifacts_evidence: 'a:1: x\nb:2: y' },
    ],
    [
      'a fix',
      '{"details":"why","classification":"CODE ISSUE","code_fix":{"file":"a.ts","line":7,"change":"x","risk":9}}',
      {
        ...detail,
        classification: 'CODE ISSUE',
        code_fix: { file: 'a.ts', line: '7', change: 'x' },
      },
    ],
    [
      'a report, and a fix that does not belong to it',
      '{"details":"why","classification":"PRODUCT BUG","code_fix":{"file":"a","change":"b"},"product_bug_report":{"title":"t"}}',
      { ...detail, classification: 'PRODUCT BUG', product_bug_report: bug },
    ],
    ['extra names', '{"details":"why","__proto__":{"a":1},"constructor":1,"verdict":"x"}', detail],
  ])('is read from %s', (_, written, expected) => {
    expect(readAnswer(written)).toEqual({ detail: expected });
  });

  it.each([
    ['prose', 'I do not know.', 'The answer holds no JSON object.'],
    [
      'no details in any of two objects',
      '{"classification":"CODE ISSUE"} {"details":{}}',
      '"details" is missing or has the wrong type.',
    ],
    [
      'details of the wrong type',
      '{"details":{"a":1},"affected_tests":7}',
      /"affected_tests" is .*"details" is /,
    ],
  ])('needs repair when it is %s', (_, written, problem) => {
    const read = readAnswer(written);
    expect('problem' in read && read.problem).toMatch(problem);
  });

  it('is read from its last 1,000,000 characters', () => {
    const json = '{"details":"why"}';
    const long = json + ' '.repeat(1_000_000 - json.length);
    expect(readAnswer(`x${long}`)).toEqual({ detail });
    expect(readAnswer(`${long} `)).toEqual({ problem: 'The answer holds no JSON object.' });
  });

  it('always has the shape that is stored, whatever the model writes (S9)', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, prose) => {
        for (const written of [
          json,
          `${prose}{"details":${json},"code_fix":${json},"classification":"CODE ISSUE"}`,
        ]) {
          const read = readAnswer(written);
          const stored = 'detail' in read ? read.detail : proseAnswer(written);
          expect(analysisDetail.parse(stored)).toEqual(stored);
        }
      }),
    );
  });

  it.each([
    ['code issue', 'CODE ISSUE'],
    [' PRODUCT-BUG ', 'PRODUCT BUG'],
    ['Infrastructure', 'INFRASTRUCTURE'],
    ['', ''],
    ['INFRASTRUCTURE ISSUE', ''],
  ])('has the class of %j', (name, expected) => {
    expect(readClassification(name)).toBe(expected);
  });
});

describe('quotes', () => {
  const sources: Record<string, string> = {
    'src/a.ts': 'one\n  two  three\nfour',
    'C:\\log.txt': 'boom: 7: x',
    blank: '\n \n\tthird\n',
  };
  const read = async (written: string) => {
    const name = written.replace('./', '');
    const text = sources[name];
    return text === undefined ? undefined : { name, text };
  };

  it.each([
    ['in their line', 'src/a.ts:3: four', 'src/a.ts:3: four', 0],
    ['in the line below', 'src/a.ts:2: four', 'src/a.ts:3: four', 0],
    ['in another line', 'src/a.ts:9: two three', 'src/a.ts:2: two three', 0],
    ['part of a line, in quotation marks', '- src/a.ts:1: "one"', 'src/a.ts:1: one', 0],
    ['of a name written in another way', './src/a.ts:3: four', 'src/a.ts:3: four', 0],
    ['beyond the first fifty', 'src/a.ts:1: one\n'.repeat(51), 'src/a.ts:1: one', 1],
    ['below blank lines', 'blank:9: third', 'blank:3: third', 0],
    ['twice, once on a wrong line', 'src/a.ts:1: one\nsrc/a.ts:3: one', 'src/a.ts:1: one', 0],
    ['invented', 'src/a.ts:1: five', '', 1],
    ['of no source', 'src/b.ts:1: one', '', 1],
    ['prose', 'The test fails, as everybody can see.', '', 1],
    [
      'some of each',
      'src/a.ts:1: one\n\nsrc/a.ts:1: nine\nsrc/a.ts:3: four',
      'src/a.ts:1: one\nsrc/a.ts:3: four',
      1,
    ],
  ])('%s', async (_, evidence, kept, removed) => {
    expect(await checkQuotes(evidence, read)).toEqual({ evidence: kept, removed });
  });
});
