import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openAnalysisWorld, type AnalysisWorld } from '#test/support/analysis/analysis-world.ts';
import { cloudLogin, fakeJira, serverToken } from '#test/support/analysis/jira/server.ts';
import type { FakeJira } from '#test/support/analysis/jira/state.ts';
import { homes } from '#test/support/homes.ts';

const report = {
  ...{ title: 'Total of the cart is wrong', severity: 'high', component: 'cart' },
  ...{ description: 'A coupon is counted twice.', evidence: '' },
  tracker_search_keywords: ['cart total', 'coupon'],
};
const bug = { classification: 'PRODUCT BUG', details: 'It is the product.' };
const xml =
  '<testsuite><testcase name="a"><failure message="no total"/></testcase><testcase name="b"><failure message="no total"/></testcase><testcase name="c"><failure message="no code"/></testcase></testsuite>';

interface Envelope {
  readonly result: {
    readonly failures: readonly {
      readonly test_name: string;
      readonly analysis: { readonly product_bug_report?: { readonly tracker_matches: unknown[] } };
    }[];
    readonly enriched_xml: string;
    readonly request_params: { readonly notes?: readonly string[] };
    readonly progress_log: readonly { readonly phase: string }[];
  };
}

/** Issues of the tracker that may be the bug of an analysis. */
describe.each(homes())('duplicates on $name', ({ home }) => {
  let jira: FakeJira;
  let world: AnalysisWorld;
  beforeEach(async () => {
    jira = await fakeJira('server');
    jira.add('SHOP', { summary: 'Coupon: total of the cart is wrong', status: 'Open' });
    jira.add('SHOP', { summary: 'The cart total', status: 'Done', priority: null });
    jira.add('SHOP', { summary: 'A coupon has no colour, no name and no date of birth anywhere' });
    jira.add('SHOP', { summary: 'Total of the cart is wrong', description: 'A coupon, a coupon' });
    jira.add('SHOP', { summary: 'Another thing' });
  });
  afterEach(async () => {
    await world.close();
    await jira.close();
  });

  async function analyze(environment: Record<string, string> = {}, body: object = {}, answer = {}) {
    world = await openAnalysisWorld(home, {
      ...{ TRACKER_URL: jira.origin, TRACKER_PAT: serverToken, TRACKER_PROJECT_KEY: 'SHOP' },
      ...environment,
    });
    const json = { ...bug, product_bug_report: { ...report, ...answer } };
    world.say(
      { when: 'no total', json },
      { json: { classification: 'CODE ISSUE', details: 'It is the test.' } },
    );
    const started = await world.analyze({ raw_xml: xml, ...body });
    expect([started.status, started.text]).toEqual([200, expect.any(String)]);
    const { job_id } = started.json() as { job_id: string };
    const headers = { accept: 'application/json' };
    const { result } = (
      await world.send({ path: `/results/${job_id}`, headers })
    ).json() as Envelope;
    const reports = result.failures.map(({ analysis }) => analysis.product_bug_report);
    return {
      ...{ job_id, result, notes: result.request_params.notes ?? [] },
      phases: result.progress_log.map(({ phase }) => phase),
      matches: reports.map((each) => each?.tracker_matches),
    };
  }
  const searches = () => jira.requests.filter(({ path }) => path.endsWith('/search'));

  it('are found once for each cause, the most alike first, and shown everywhere', async () => {
    const { job_id, matches, phases, notes, result } = await analyze();
    const url = (key: string) => `${jira.origin}/browse/${key}`;
    const found = [
      {
        ...{ key: 'SHOP-4', summary: 'Total of the cart is wrong', status: 'To Do' },
        ...{ priority: 'Medium', url: url('SHOP-4'), score: 1 },
      },
      {
        ...{ key: 'SHOP-1', summary: 'Coupon: total of the cart is wrong', status: 'Open' },
        ...{ priority: 'Medium', url: url('SHOP-1'), score: 0.93 },
      },
      {
        ...{ key: 'SHOP-2', summary: 'The cart total', status: 'Done' },
        ...{ priority: '', url: url('SHOP-2'), score: 0.8 },
      },
    ];
    expect(matches).toEqual([found, found, undefined]);
    expect(searches()).toHaveLength(1);
    expect(phases.slice(-2)).toEqual(['enriching_tracker', 'saving']);
    expect(notes).toEqual([]);
    for (const [at, { key, score }] of found.entries()) {
      expect(result.enriched_xml).toContain(
        `<property name="ai_tracker_match_${at}_key" value="${key}"/>`,
      );
      expect(result.enriched_xml).toContain(
        `<property name="ai_tracker_match_${at}_score" value="${score}"/>`,
      );
    }
    const sarif = await world.send({ path: `/results/${job_id}/sarif` });
    const [run] = (sarif.json() as { runs: { results: { properties: object }[] }[] }).runs;
    expect(run?.results[0]?.properties).toMatchObject({ tracker_matches: found });
    const page = await world.send({ path: `/results/${job_id}`, headers: { accept: 'text/html' } });
    expect(page.text).toContain(`<a href="${url('SHOP-2')}" rel="noopener noreferrer">SHOP-2</a>`);
    expect(page.text).toContain('(Done, 80 % similar)');
  });

  it('are found at a cloud, by the login that the request brings', async () => {
    await jira.close();
    jira = await fakeJira('cloud');
    jira.add('SHOP', { summary: 'The cart total' });
    const { email: tracker_email, token: tracker_api_token } = cloudLogin;
    const { matches, notes } = await analyze({}, { tracker_email, tracker_api_token });
    expect([matches[0]?.length, notes]).toEqual([1, []]);
  });

  it.each<[string, Record<string, string>, object]>([
    ['the request', {}, { enable_tracker: false }],
    ['the server', { ENABLE_TRACKER: 'false' }, {}],
    ['the absence of a project', { TRACKER_PROJECT_KEY: '' }, {}],
  ])('are not looked for when %s says so', async (_name, environment, body) => {
    const { matches, phases, notes } = await analyze(environment, body);
    expect([matches[0], notes]).toEqual([[], []]);
    expect(phases).not.toContain('enriching_tracker');
    expect(jira.requests).toEqual([]);
  });

  it.each<[string, Record<string, string>, object, RegExp]>([
    [
      'wanted without a project',
      { TRACKER_PROJECT_KEY: '' },
      { enable_tracker: true },
      /project key is missing/,
    ],
    ['with another token', { TRACKER_PAT: 'wrong-token' }, {}, /refused the login/],
    ['in a wrong project', {}, { tracker_project_key: 'A" OR' }, /must begin with a letter/],
    // Its own tracker, which is not the server's: no token of the server.
    ['elsewhere', {}, { tracker_url: 'https://elsewhere.test', enable_tracker: true }, /a token/],
    [
      'at a private address of the request (S4)',
      { TRACKER_URL: 'https://tracker.test' },
      { tracker_url: 'http://127.0.0.1:1', tracker_pat: 'mine' },
      /lies in a private network/,
    ],
  ])('are a note when looked for %s', async (_name, environment, body, note) => {
    const { matches, notes, phases } = await analyze(environment, body);
    expect(matches[0]).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(note)]);
    expect(JSON.stringify(notes)).not.toContain('wrong-token');
    expect(phases.slice(-2)).toEqual(['enriching_tracker', 'saving']);
  });
});
