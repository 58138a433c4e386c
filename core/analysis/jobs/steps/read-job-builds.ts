import type { Platform } from '#core/platform/ports/platform.ts';
import type { Held } from '#core/runs/hold.ts';
import type { Stepped } from '#core/runs/step.ts';
import type { Ci, CiBuild } from '#core/analysis/intake/ci/ci.ts';
import { openSecrets } from '#core/analysis/base/configuration/sealed.ts';
import { appendProgress } from '../job-progress.ts';
import { phaseChanges } from '../report-phase.ts';
import type { BuildParams } from '#core/analysis/base/schema/params.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';
import { readTree, storeTree, type BuildNode } from '#core/analysis/intake/builds/build-tree.ts';
import { openBuildServer } from '#core/analysis/intake/builds/open-build-server.ts';
import { readBuilds, rootNode } from '#core/analysis/intake/builds/read-builds.ts';
import { findBuild } from '#core/analysis/intake/ci/find-build.ts';
import { waitForBuild } from './wait-for-build.ts';

type Needs = Parameters<typeof openBuildServer>[0] &
  Pick<Platform, 'records' | 'blobs' | 'clock' | 'feed' | 'secrets'>;

export interface ReadJobBuilds {
  readonly ci: Ci;
  /** The build that was asked for. */
  readonly root: CiBuild;
  readonly nodes: readonly BuildNode[];
}

interface At {
  /** When the step began, in milliseconds. */
  readonly began: number;
  readonly signal: AbortSignal;
}

/** Waits for the build of a job and reads it with its failed children. The job may have ended after
 * it, or the step has to come again. */
export async function readJobBuilds(
  needs: Needs,
  held: Held<Job>,
  params: BuildParams,
  { began, signal }: At,
): Promise<ReadJobBuilds | Stepped> {
  const { id, status, sealed_params, job_name, build_number } = held.row();
  const ci = openBuildServer(needs, params, await openSecrets(needs, sealed_params), signal);
  const root =
    status === 'waiting'
      ? await waitForBuild(needs, held, params, ci)
      : await findBuild(ci, job_name, build_number);
  if ('againSeconds' in root) return root;
  await held.write({
    ...{ status: 'running', waiting: null },
    analysis_started_at: held.row().analysis_started_at ?? needs.clock.now().toISOString(),
    ci_url: root.url,
    ...phaseChanges(needs, held.row(), 'analyzing'),
  });
  await appendProgress(needs, held.row());
  if (root.result === 'success' && !params.force) return completeEarly(needs, held);
  const nodes = (await readTree(needs, id)) ?? [rootNode({ name: job_name, number: build_number })];
  const isWhole = await readBuilds(needs, nodes, {
    ...{ job: id, ci, root, began, signal },
    async onChildren() {
      await held.write(phaseChanges(needs, held.row(), 'analyzing_child_jobs'));
      await appendProgress(needs, held.row());
    },
  });
  await storeTree(needs, id, nodes);
  return isWhole ? { ci, root, nodes } : { againSeconds: 0 };
}

async function completeEarly(needs: Needs, held: Held<Job>): Promise<void> {
  await held.write({
    ...{ status: 'completed', completed_at: needs.clock.now().toISOString() },
    ...{ summary: 'Build passed successfully. No failures to analyze.', child_job_count: 0 },
  });
  await appendProgress(needs, held.row());
}
