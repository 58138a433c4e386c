import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openBuildWorld } from '#test/support/analysis/build-world.ts';
import { answer } from '#test/support/analysis/explain-world.ts';
import { httpTarget } from '#test/support/http/http-target.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { onLocal } from '#test/support/world.ts';

const junit =
  '<testsuite><testcase classname="shop" name="pays"><failure message="boom">at x</failure></testcase></testsuite>';

it('a run of GitHub Actions is analyzed like a build of Jenkins', async () => {
  const host = scmHost({ files: [] });
  const server = await serveHost(host);
  const zip = zipSync({
    'report.xml': Buffer.from(junit),
    'app.log': Buffer.from('disk full'),
    'c.xml': Buffer.from('<coverage/>'),
  });
  const storage = await httpTarget((_request, response) => void response.end(zip));
  const { workflowRuns, artifacts } = host.repository;
  const html_url = 'https://github.com/owner/repo/actions/runs/5';
  const run = { id: 5, run_number: 41, run_attempt: 1, head_sha: 'a', html_url };
  workflowRuns.push({ ...run, name: 'tests', conclusion: 'failure', pull_requests: [] });
  const size = { size_in_bytes: zip.length, expired: false };
  artifacts.push({ id: 31, name: 'test-results', run: 5, url: storage.origin, ...size });
  const ci = { CI_KIND: 'github-actions', CI_URL: host.origin, CI_PASSWORD: hostToken };
  const world = await openBuildWorld(onLocal, { ...ci, ALLOW_PRIVATE_HOSTS: 'true' });
  const quote = 'build-artifacts/test-results.zip.unpacked/app.log:1: disk full';
  world.say(answer('INFRASTRUCTURE', { artifacts_evidence: quote }));
  const id = await world.started({ job_name: 'owner/repo/tests.yml', build_number: 41 });
  expect(await world.result(id)).toMatchObject({
    ...{ status: 'completed', job_name: 'owner/repo/tests.yml', ci_url: html_url },
    request_params: { notes: ['Files in artifacts that are no test reports: test-results/c.xml.'] },
    failures: [
      {
        ...{ test_name: 'shop.pays', error: 'boom' },
        analysis: { classification: 'INFRASTRUCTURE', artifacts_evidence: quote },
      },
    ],
  });
  await world.close();
  await Promise.all([server.close(), storage.close()]);
});
