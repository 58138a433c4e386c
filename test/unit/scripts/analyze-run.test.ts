import { describe, expect, it } from 'vitest';
import type { Comparison, ResultEnvelope } from '#core/analysis/base/schema/views.ts';
import { closing } from '../../../scripts/commands/analysis/analyze/gate.ts';
import { runFields } from '../../../scripts/commands/analysis/analyze/run-fields.ts';
import { summaryText } from '../../../scripts/commands/analysis/analyze/summary.ts';

describe('the run that a pipeline says it is', () => {
  it.each([
    [
      'GitHub Actions, a pull request',
      {
        ...{ GITHUB_ACTIONS: 'true', GITHUB_SERVER_URL: 'https://github.com' },
        ...{ GITHUB_REPOSITORY: 'acme/shop', GITHUB_WORKFLOW: 'tests', GITHUB_JOB: 'unit' },
        ...{ GITHUB_RUN_ID: '991', GITHUB_RUN_NUMBER: '12', GITHUB_RUN_ATTEMPT: '2' },
        ...{ GITHUB_HEAD_REF: 'topic', GITHUB_REF_NAME: '5/merge', GITHUB_SHA: 'abc' },
      },
      {
        ...{ job_name: 'acme/shop/tests/unit', build_number: 12, branch: 'topic', commit: 'abc' },
        run_url: 'https://github.com/acme/shop/actions/runs/991/attempts/2',
      },
    ],
    [
      'GitLab',
      {
        ...{ GITLAB_CI: 'true', CI_PROJECT_PATH: 'acme/shop', CI_JOB_NAME: 'unit' },
        ...{ CI_PIPELINE_IID: '12', CI_COMMIT_REF_NAME: 'main', CI_COMMIT_SHA: 'abc' },
        CI_JOB_URL: 'https://gitlab.example.org/acme/shop/-/jobs/991',
      },
      {
        ...{ job_name: 'acme/shop/unit', build_number: 12, branch: 'main', commit: 'abc' },
        run_url: 'https://gitlab.example.org/acme/shop/-/jobs/991',
      },
    ],
    [
      'Jenkins',
      {
        ...{ JENKINS_URL: 'https://ci.example.org/', JOB_NAME: 'shop/main', BUILD_NUMBER: '12' },
        ...{ GIT_BRANCH: 'origin/main', GIT_COMMIT: 'abc' },
        BUILD_URL: 'https://ci.example.org/job/shop/12/',
      },
      {
        ...{ job_name: 'shop/main', build_number: 12, branch: 'main', commit: 'abc' },
        run_url: 'https://ci.example.org/job/shop/12/',
      },
    ],
    [
      'Azure Pipelines',
      {
        ...{ TF_BUILD: 'True', SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/' },
        ...{ SYSTEM_TEAMPROJECT: 'My shop', BUILD_DEFINITIONNAME: 'tests', BUILD_BUILDID: '12' },
        ...{ BUILD_SOURCEBRANCH: 'refs/heads/main', BUILD_SOURCEVERSION: 'abc' },
      },
      {
        ...{ job_name: 'My shop/tests', build_number: 12, branch: 'main', commit: 'abc' },
        run_url: 'https://dev.azure.com/acme/My%20shop/_build/results?buildId=12',
      },
    ],
    [
      'CircleCI',
      {
        ...{ CIRCLECI: 'true', CIRCLE_PROJECT_USERNAME: 'acme', CIRCLE_PROJECT_REPONAME: 'shop' },
        ...{
          CIRCLE_JOB: 'unit',
          CIRCLE_BUILD_NUM: '12',
          CIRCLE_BRANCH: 'main',
          CIRCLE_SHA1: 'abc',
        },
        CIRCLE_BUILD_URL: 'https://circleci.example.org/acme/shop/12',
      },
      {
        ...{ job_name: 'acme/shop/unit', build_number: 12, branch: 'main', commit: 'abc' },
        run_url: 'https://circleci.example.org/acme/shop/12',
      },
    ],
    ['a terminal', { HOME: '/home/ada' }, {}],
    ['empty variables', { GITLAB_CI: 'true', CI_PIPELINE_IID: '', CI_JOB_URL: '' }, {}],
  ])('%s', (_name, variables, run) => {
    expect(runFields(variables, {})).toEqual(run);
  });

  it('gives way to what was typed', () => {
    const variables = { JENKINS_URL: 'x', JOB_NAME: 'a', BUILD_NUMBER: '12', BRANCH_NAME: 'b' };
    expect(runFields(variables, { job: 'shop/e2e', build: '7', 'run-url': 'https://x' })).toEqual({
      ...{ job_name: 'shop/e2e', build_number: 7, branch: 'b', run_url: 'https://x' },
    });
  });
});

const failure = (
  test_name: string,
  classification: string,
  details = 'Why.',
  error = 'broken',
) => ({
  ...{ test_name, error, error_signature: 's', peer_debate: null },
  analysis: { classification, details, affected_tests: [], artifacts_evidence: '' },
});
const envelope = (failures: object[], children: object[] = []) =>
  ({
    ...{ job_id: 'job_1', run: { job_name: 'shop' } },
    result: {
      ...{ failures, request_params: {} },
      ...(children.length > 0 && { child_job_analyses: children }),
    },
  }) as unknown as ResultEnvelope;
const comparison = (changes: Partial<Comparison>): Comparison => ({
  ...{ compared_with: 'job_0', new: [], fixed: [], still_failing: [] },
  ...changes,
});

describe('--fail-on', () => {
  const code = failure('a', 'CODE ISSUE');
  const bug = failure('b', 'PRODUCT BUG');
  const unknown = failure('c', '');

  it.each([
    ['new', [code, bug], comparison({ new: ['b'], still_failing: ['a'] }), ['b']],
    ['new', [code], comparison({ still_failing: ['a'] }), []],
    // Nothing to compare with: all are new.
    ['new', [code, bug], comparison({ compared_with: null }), ['a', 'b']],
    ['product', [code, bug], comparison({}), ['b']],
    ['product', [code], comparison({ new: ['a'] }), []],
    // No model answered, or not as it should: it may be one.
    ['product', [unknown, failure('d', 'something')], comparison({}), ['c', 'd']],
    ['any', [code, code], comparison({}), ['a']],
    ['any', [], comparison({ fixed: ['a'] }), []],
    // People marked them as known.
    ['new', [code, bug], comparison({ compared_with: null, known: ['a'] }), ['b']],
    ['product', [code, bug], comparison({ known: ['b'] }), []],
    ['any', [code, bug], comparison({ known: ['b'] }), ['a']],
  ] as const)('%s (%#)', (gate, failures, compared, tests) => {
    expect(closing(gate, envelope([...failures]), compared)).toEqual(tests);
  });

  it('takes all failures for new where no job tells which run was before', () => {
    const nameless = { ...envelope([code]), run: undefined } as unknown as ResultEnvelope;
    expect(closing('new', nameless, comparison({ still_failing: ['a'] }))).toEqual(['a']);
  });

  it('looks at failures of child jobs', () => {
    const grandchild = { failures: [bug], failed_children: [] };
    const child = { failures: [code], failed_children: [grandchild] };
    expect(closing('product', envelope([], [child]), comparison({}))).toEqual(['b']);
  });
});

describe('the summary', () => {
  it('has each cause once, and what is new', () => {
    const failures = [failure('a', 'CODE ISSUE'), failure('b', 'CODE ISSUE')];
    const compared = comparison({ new: ['a'], still_failing: ['b'], fixed: ['c', 'd'] });
    expect(summaryText(envelope(failures), compared, 'https://ci.example.org')).toBe(
      [
        '### shop: 2 failures, 1 cause',
        '',
        '**1** new, **1** still failing, **2** fixed since the previous analysis.',
        '',
        '**CODE ISSUE**: a, b',
        '',
        '> broken',
        '',
        'Why.',
        '',
        '[The analysis with its evidence](https://ci.example.org/results/job_1)',
        '',
      ].join('\n'),
    );
  });

  it('names tests that passed on a retry', () => {
    const { result, ...rest } = envelope([failure('a', 'CODE ISSUE')]);
    const tests = Array.from({ length: 12 }, (_, at) => {
      return { test_name: `t${at} #1`, error_message: 'x' };
    });
    const passed_on_retry = { count: 20, tests };
    const retried = { ...rest, result: { ...result, request_params: { passed_on_retry } } };
    const text = summaryText(retried as ReturnType<typeof envelope>, comparison({}), '');
    expect(text).toMatch(/^\*\*Flaky\*\*, passed on a retry: t0 #\u200b1, .*, and 10 more$/m);
  });

  it('takes no text of strangers for markup (S5)', () => {
    const hostile = '</details> ![x](https://evil) @team #12 `a` <!-- \n# big | $x$ ~~y~~ www.evil';
    const text = summaryText(
      envelope([failure(hostile, hostile, hostile, hostile)]),
      comparison({ compared_with: null }),
      'https://ci.example.org',
    );
    expect(text).not.toMatch(/(?<!\\)[`<|~$]|!\[|\]\(https:\/\/evil|[@#](?=\w)|(?<!\n)\n# big/);
  });

  it('is cut', () => {
    const failures = Array.from({ length: 50 }, (_, n) =>
      failure(`t${n}`, 'CODE ISSUE', `${n} ${'x'.repeat(5_000)}`),
    );
    const text = summaryText(envelope(failures), comparison({}), '');
    expect(text).toContain('30 more causes.');
    expect(text.length).toBeLessThan(20_000);
  });
});
