import * as z from 'zod/mini';
import type { FetchRequest } from '#core/platform/ports/fetch.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** A run of a workflow, as the code host describes it. */
export const workflowRun = z.object({
  id: z.int(),
  run_attempt: z._default(z.int(), 1),
  run_number: z.int(),
  name: z.catch(z.string(), 'workflow'),
  status: z.catch(z.nullable(z.string()), null),
  conclusion: z.nullable(z.string()),
  head_sha: z.string(),
  head_branch: z.catch(z.nullable(z.string()), null),
  workflow_id: z.catch(z.nullable(z.int()), null),
  html_url: z.string(),
  pull_requests: z.catch(z.array(z.object({ number: z.int() })), []),
});
export type WorkflowRun = z.output<typeof workflowRun>;

export const workflowRuns = z.object({ workflow_runs: z.array(workflowRun) });

/** What a run has stored, below its path. */
export const artifactsPath = '/artifacts?per_page=100';
export const artifacts = z.object({
  artifacts: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      size_in_bytes: z.number(),
      expired: z.catch(z.boolean(), false),
    }),
  ),
});
type Artifact = z.output<typeof artifacts>['artifacts'][number];

const mebi = 1024 * 1024;
const maxPackedBytes = 50 * mebi;
/** Functions have 512 MB of temporary files. */
const unpackLimits = { bytes: 300 * mebi, entries: 20_000, depth: 2 };
const maxArtifacts = 20;
const maxFiles = 5_000;
const maxReportBytes = 50 * mebi;

/** Passes an artifact's zip to `take`, which is not called when the artifact is gone. */
type Download = (
  id: number,
  maxBytes: number,
  take: NonNullable<FetchRequest['receive']>,
) => Promise<unknown>;

/** The texts of files in the artifacts of a run that may be reports; JUnit XML as far as their first tag tells. */
export async function* reportsIn(
  { trees }: Pick<Platform, 'trees'>,
  all: readonly Artifact[],
  download: Download,
  signal: AbortSignal | undefined,
  names = /\.xml$/i,
): AsyncGenerator<Record<'artifact' | 'path' | 'text', string> & { readonly isJunit: boolean }> {
  const usable = all
    .filter(({ expired, size_in_bytes: size }) => !expired && size <= maxPackedBytes)
    .toSorted((a, b) => rank(a.name) - rank(b.name));
  for (const { id, name: artifact } of usable.slice(0, maxArtifacts)) {
    const gathered = await trees.gather(unpackLimits, signal);
    try {
      await download(id, maxPackedBytes, async (parts) => {
        await gathered.add('artifact.zip', parts);
      });
      const tree = trees.at(gathered.directory);
      for (const path of await tree.files(maxFiles)) {
        if (!names.test(path)) continue;
        const text = new TextDecoder().decode(await tree.read(path, maxReportBytes));
        const isJunit = /<testsuites?[\s>/]/.test(text.slice(0, 65_536));
        yield { artifact, path, text, isJunit };
      }
    } finally {
      await gathered.close();
    }
  }
}

/** Names that promise reports come first, since only so many artifacts are read. */
function rank(name: string): number {
  return /junit|xunit|surefire|test|report|result/i.test(name) ? 0 : 1;
}
