import { artifacts, artifactsPath, reportsIn, type WorkflowRun } from '#core/scm/workflow-runs.ts';
import type { HandlerContext } from '../pulls/context.ts';
import { failuresIn, joinReports } from './junit.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'log' | 'platform' | 'signal'>;

/** All reports together: the service takes 50,000,000 characters. */
const maxCharacters = 40 * 1024 * 1024;

export interface Reports {
  /** JUnit XML. */
  readonly xml: string;
  readonly failures: number;
}

/** The failed tests that a workflow run stored in artifacts. Undefined: none. */
export async function readReports(
  { scm, settings, log, platform, signal }: Context,
  run: WorkflowRun,
): Promise<Reports | undefined> {
  const path = `${settings.path}/actions`;
  const place = `${path}/runs/${run.id}${artifactsPath}`;
  const { artifacts: list } = await scm.json(place, { shape: artifacts });
  const all = reportsIn(
    platform,
    list,
    async (id, maxBytes, take) => {
      const options = { maxBytes, timeoutMilliseconds: 120_000 };
      // The host redirects to its storage, which must not get the token: fetch drops it there.
      const { body } = await scm.call(`${path}/artifacts/${id}/zip`, options);
      await take(oneOf(body));
    },
    signal,
  );
  const reports: string[] = [];
  let failures = 0;
  let space = maxCharacters;
  for await (const { artifact, text, isJunit } of all) {
    if (!isJunit || text.length > space) continue;
    const count = failuresIn(text);
    if (count === undefined) {
      log.warning(`A report of ${artifact} is left out: it is not JUnit XML`);
    }
    if (!count) continue;
    failures += count;
    space -= text.length;
    reports.push(text);
  }
  return failures > 0 ? { xml: joinReports(reports), failures } : undefined;
}

async function* oneOf(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
