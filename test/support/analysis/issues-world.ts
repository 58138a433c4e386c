import { openAnalysisWorld } from './analysis-world.ts';
import { fakeJira, serverToken } from '#test/support/analysis/jira/server.ts';
import { scmHost } from '#test/support/scm/host.ts';
import { serveHost } from '#test/support/scm/server.ts';
import { hostToken } from '#test/support/scm/state.ts';
import type { Home } from '#test/support/world.ts';

export type IssuesWorld = Awaited<ReturnType<typeof openIssuesWorld>>;

/** The failure analysis beside a code host, whose clock is that of the world, and a tracker. */
export async function openIssuesWorld(
  home: Home,
  environment: Record<string, string | undefined> = {},
) {
  const host = scmHost({ files: [] });
  const served = await serveHost(host);
  const jira = await fakeJira('server');
  const all = {
    ...{ TRACKER_URL: jira.origin, TRACKER_PAT: serverToken, TRACKER_PROJECT_KEY: 'SHOP' },
    ...{ SCM_API_URL: host.origin, SCM_TOKEN: hostToken },
    TESTS_REPO_URL: 'https://github.com/owner/repo:main',
    ...environment,
  };
  const set = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const world = await openAnalysisWorld(home, Object.fromEntries(set));
  host.now = () => world.clock.now();
  return {
    ...{ ...world, host, jira },
    async close() {
      await world.close();
      await served.close();
      await jira.close();
    },
  };
}
