import { describe, expect, it } from 'vitest';
import { compileRules } from '#core/analysis/results/metadata/match-rules.ts';
import { parseRules } from '#core/analysis/results/metadata/parse-rules.ts';
import { expectFailure } from '#test/support/expect-failure.ts';

const match = async (text: string, name: string) => (await compileRules(parseRules(text)))(name);

const rulesOf = (count: number, expression: string) =>
  JSON.stringify(Array(count).fill({ pattern: `(?<a>${expression})` }));

describe('metadata rules', () => {
  it.each([
    ['shop/*', 'shop/nightly', true],
    ['shop/*', 'shop/a/b', true],
    ['shop/*', 'web-shop/a', false],
    ['shop', 'shop/a', false],
    ['*nightly', 'shop/nightly', true],
    ['v?.0', 'v1.0', true],
    ['v?.0', 'v1x0', false],
    ['v[12]', 'v2', true],
    ['v[!12]', 'v2', false],
    ['v[a-c]', 'vb', true],
    ['a[b', 'a[b', true],
    ['a.(b)+$', 'a.(b)+$', true],
    ['größe-?', 'größe-😀', true],
    ['(?<team>[a-z]+)/nightly', 'old/shop/nightly', true],
    ['^(?<team>[a-z]+)/nightly$', 'old/shop/nightly', false],
    ['(?<team>shop|web)', 'SHOP', false],
  ])('the pattern %s, the job %s: %s', async (pattern, name, isMatch) => {
    const { rules } = await match(JSON.stringify([{ pattern }]), name);
    expect(rules).toEqual(isMatch ? [1] : []);
  });

  it('give the first value of each scalar, the values of groups, and all labels', async () => {
    const text = `metadata_rules:
  - {pattern: 'shop/*', tier: '1', labels: [web, nightly]}
  - {pattern: '(?<team>[a-z]+)/.*-v(?<version>[0-9.]+)$', labels: [nightly, big]}
  - {pattern: '*', team: none, tier: '3', version: '0'}
  - {pattern: 'other', labels: [other]}`;
    expect(await match(text, 'shop/ui-v1.20')).toEqual({
      metadata: { team: 'shop', tier: '1', version: '1.20', labels: ['big', 'nightly', 'web'] },
      rules: [1, 2, 3],
    });
    expect(await match(text, 'x')).toEqual({
      metadata: { team: 'none', tier: '3', version: '0', labels: [] },
      rules: [3],
    });
  });

  it.each([
    ['one pattern', 1, `${'\\pL{1000}'.repeat(4)}\\pL{990}`],
    ['all patterns', 19, '\\pL{1000}'],
    ['usual ones', 200, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  ])('may repeat as much as the program of %s has room for (S15)', async (_, count, expression) => {
    expect((await match(rulesOf(count, expression), 'name')).rules).toEqual([]);
  });

  it.each([
    '',
    '# nothing',
    '[]',
    'metadata_rules: []',
    'metadata_rules:',
    '{"metadata_rules":[]}',
  ])('may be none: %j', (text) => expect(parseRules(text)).toEqual([]));

  it.each([
    ['- pattern: [', /^Not YAML or JSON: line 1, column 13/],
    ['rules: []', /^The rules must be a list, or an object with nothing but metadata_rules$/],
    ['- shop/*', /^Rule 1: must have a pattern$/],
    ['- {team: a}', /^Rule 1: pattern is missing$/],
    ["- {pattern: ''}", /^Rule 1: pattern must not be empty$/],
    ['- {pattern: a, tier: 1}', /^Rule 1: tier must be text: put numbers in quotes$/],
    ["- {pattern: a}\n- {pattern: a, owner: 'x'}", /^Rule 2: must not have owner$/],
    ['- {pattern: a, labels: web}', /^Rule 1: labels must be a list of texts$/],
    [JSON.stringify(Array(201).fill({ pattern: 'a' })), /^The rules must be at most 200 rules$/],
    ["- pattern: '(?<team>'", /^Rule 1: pattern cannot be read: missing closing \)/],
    ['a: &a [*a]', /^Not YAML or JSON/],
    [rulesOf(1, '\\pL{1000}'.repeat(5)), /^Rule 1: pattern is too large: repeat less with {…}$/],
    [rulesOf(20, '\\pL{1000}'), /^The rules are too large: repeat less with {…}$/],
  ])('name what is wrong: %s', async (text, message) => {
    const failure = await expectFailure(
      (async () => compileRules(parseRules(text)))(),
      ...(['unprocessable', 'bad_rules'] as const),
    );
    expect(failure.message).toMatch(message);
  });

  it.each([
    ['(?<team>(a+)+)$', `${'a'.repeat(499)}!`],
    ['^(?<team>(a|a)*)$', `${'a'.repeat(499)}!`],
    [`${'*a'.repeat(240)}b`, 'a'.repeat(500)],
  ])('take no exponential time: %s (S15)', async (pattern, name) => {
    expect((await match(JSON.stringify([{ pattern }]), name)).rules).toEqual([]);
  });
});
