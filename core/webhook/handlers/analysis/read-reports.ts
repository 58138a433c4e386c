import * as z from 'zod/mini';
import type { HandlerContext } from '../handler.ts';
import { pathOf } from '../shared/repository-path.ts';
import { failuresIn, joinReports } from './junit.ts';
import type { WorkflowRun } from './workflow-runs.ts';

type Context = Pick<HandlerContext, 'scm' | 'settings' | 'log' | 'platform' | 'signal'>;

const artifacts = z.object({
  artifacts: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      size_in_bytes: z.number(),
      expired: z.boolean(),
    }),
  ),
});

const mebi = 1024 * 1024;
/** Of one archive, packed. */
const mostPacked = 30 * mebi;
/** Functions have 512 MB of temporary files. */
const unpackLimits = { bytes: 200 * mebi, entries: 20_000, depth: 2 };
const mostArtifacts = 10;
const mostFiles = 2_000;
/** Of all reports together: the service takes 50,000,000 characters. */
const mostText = 40 * mebi;

export interface Reports {
  /** JUnit XML. */
  readonly xml: string;
  readonly failures: number;
}

/** The failed tests that a workflow run stored in artifacts. Undefined: none. */
export async function readReports(
  context: Context,
  run: WorkflowRun,
): Promise<Reports | undefined> {
  const { scm, settings, log } = context;
  const path = `${pathOf(settings)}/actions`;
  const listed = await scm.json(`${path}/runs/${run.id}/artifacts?per_page=100`);
  const usable = artifacts
    .parse(listed)
    .artifacts.filter(({ expired, size_in_bytes: size }) => !expired && size <= mostPacked)
    .toSorted((a, b) => rank(a.name) - rank(b.name));
  const reports: string[] = [];
  let failures = 0;
  let left = mostText;
  for (const { id, name } of usable.slice(0, mostArtifacts)) {
    // The host redirects to its storage, which must not get the token: fetch drops it there.
    const { bytes = new Uint8Array() } = await scm.call(`${path}/artifacts/${id}/zip`, {
      maxBytes: mostPacked,
      timeoutMilliseconds: 120_000,
    });
    for await (const text of reportsIn(context, bytes, () => left)) {
      const count = failuresIn(text);
      if (count === undefined) log.warning(`A report of ${name} is left out: it is not JUnit XML`);
      if (!count) continue;
      failures += count;
      left -= text.length;
      reports.push(text);
    }
  }
  return failures > 0 ? { xml: joinReports(reports), failures } : undefined;
}

/** Names that promise reports come first, since only so many artifacts are read. */
function rank(name: string): number {
  return /junit|xunit|surefire|test|report|result/i.test(name) ? 0 : 1;
}

async function* reportsIn(
  { platform, signal }: Context,
  archive: Uint8Array,
  left: () => number,
): AsyncGenerator<string> {
  const tree = await platform.trees.unpack(archive, unpackLimits, signal);
  if (!tree) return;
  try {
    for (const path of await tree.files(mostFiles)) {
      if (!/\.xml$/i.test(path)) continue;
      const bytes = (await tree.read(path, left() + 1)) ?? new Uint8Array();
      if (bytes.length > left()) continue;
      const text = new TextDecoder().decode(bytes);
      if (/<testsuites?[\s>/]/.test(text.slice(0, 65_536))) yield text;
    }
  } finally {
    await tree.close();
  }
}
