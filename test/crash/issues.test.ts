import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comments } from '#core/analysis/base/tables/discussion-tables.ts';
import { issues } from '#core/analysis/base/tables/issue-table.ts';
import { openLocal } from '#core/home/open-local.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { addJob, failure, params } from '#test/support/analysis/analysis-jobs.ts';
import { fakeJira, serverToken } from '#test/support/analysis/jira/server.ts';
import type { FakeJira } from '#test/support/analysis/jira/state.ts';
import { runChild } from '#test/support/processes/run-child.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe.each(['scm', 'tracker'])('an issue (%s) whose process is killed', (target) => {
  const host = scmHost({ files: [] });
  let served: { close(): Promise<void> };
  let jira: FakeJira;
  beforeAll(async () => {
    served = await serveHost(host);
    jira = await fakeJira('server');
  });
  afterAll(() => Promise.all([served.close(), jira.close()]));

  const environment = () => ({
    ...{ SCM_API_URL: host.origin, SCM_TOKEN: hostToken },
    TESTS_REPO_URL: 'https://github.com/owner/repo',
    ...{ TRACKER_URL: jira.origin, TRACKER_PAT: serverToken, TRACKER_PROJECT_KEY: 'SHOP' },
  });
  const open = (folder: string) =>
    openLocal({
      ...{ service: 'analysis', environment: environment(), directory: join(folder, 'data') },
      ...{ database: join(folder, 'data', 'results.db'), queues: [], clock: systemClock() },
      writeLog: () => {},
    });

  async function prepare(folder: string) {
    mkdirSync(join(folder, 'data'));
    const platform = open(folder);
    const job = { id: 'job_1', params: { ...params, tests_repo_url: null } };
    await addJob(platform, job, { failures: [failure('login')], child_job_analyses: [] });
    await platform.close();
    host.repository.issues.length = 0;
    jira.issues.length = 0;
  }

  function file(folder: string, hours: number, at = 0, when = 'before') {
    const words = { folder, target, environment: JSON.stringify(environment()), when };
    const all = { ...words, hours: String(hours), at: String(at) };
    return runChild(
      'analysis/issues-child.ts',
      Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]),
    );
  }

  /** Everything that is left. */
  async function remains(folder: string) {
    const platform = open(folder);
    const { records } = platform;
    const rows = (await records.list(issues, { index: 'by_job', where: { job_id: 'job_1' } })).rows;
    const written = (await records.list(comments, { where: { job_id: 'job_1' } })).rows;
    await platform.close();
    const there = target === 'scm' ? host.repository.issues : jira.issues;
    return {
      issues: there.length,
      rows: rows.map(({ is_linked, expires_at }) => ({ is_linked, expires_at })),
      isRight: rows.every(({ url }) => written.every(({ comment }) => comment.endsWith(url))),
      comments: written.length,
    };
  }

  it('exists once, with one comment, wherever the process died (R1)', async () => {
    const whole = { issues: 1, rows: [{ is_linked: true, expires_at: null }] };
    const ended = { ...whole, isRight: true, comments: 1 };
    const first = await temporaryFolder();
    await prepare(first.path);
    const { lines } = await file(first.path, 0);
    expect(await remains(first.path)).toEqual(ended);
    const calls = Number(lines[0]);
    expect(calls).toBeGreaterThan(4);
    for (let at = 1; at <= calls; at += 1) {
      const when = at % 2 === 0 ? 'before' : 'after';
      const folder = await temporaryFolder();
      await prepare(folder.path);
      const killed = await file(folder.path, 0, at, when);
      expect({ at, signal: killed.signal }).toEqual({ at, signal: 'SIGKILL' });
      const again = await file(folder.path, 1);
      expect({ at, errors: again.errors, left: await remains(folder.path) }).toEqual({
        ...{ at, errors: '', left: ended },
      });
    }
  });
});
