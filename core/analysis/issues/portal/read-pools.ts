import type { PlacedFailure } from '#core/analysis/jobs/record-history.ts';
import type { ChildJobAnalysis, FailureAnalysis } from '#core/analysis/base/schema/result.ts';
import type { StoredResult } from '#core/analysis/base/schema/stored-result.ts';
import type { Portal, PortalItem } from './portal.ts';

/** Failures, and the items among which theirs are. */
export interface Pool {
  readonly items: readonly PortalItem[];
  readonly failures: PlacedFailure[];
}

/** A build reports to launches of its own, or to those of the build that started it. */
export async function readPools(
  portal: Portal,
  ciUrl: string,
  { failures, child_job_analyses }: StoredResult,
): Promise<{ readonly launches: readonly number[]; readonly pools: readonly Pool[] }> {
  const launches: number[] = [];
  const pools: Pool[] = [{ items: await itemsOf(ciUrl), failures: placed(failures, '', 0) }];

  async function itemsOf(url: string | null): Promise<readonly PortalItem[]> {
    const own = url ? await portal.launches(url) : [];
    launches.push(...own);
    const items: PortalItem[] = [];
    for (const launch of own) items.push(...(await portal.failedSteps(launch)));
    return items;
  }

  async function addChild(child: ChildJobAnalysis, parent: Pool | undefined): Promise<void> {
    const before = launches.length;
    const items = await itemsOf(child.ci_url);
    const own = placed(child.failures, child.job_name, child.build_number);
    let pool = parent;
    if (launches.length > before) {
      pool = { items, failures: own };
      pools.push(pool);
    } else pool?.failures.push(...own);
    for (const each of child.failed_children) await addChild(each, pool);
  }

  for (const child of child_job_analyses) await addChild(child, pools[0]);
  return { launches, pools };
}

function placed(
  failures: readonly FailureAnalysis[],
  child_job_name: string,
  child_build_number: number,
): PlacedFailure[] {
  return failures.map((failure) => ({ child_job_name, child_build_number, failure }));
}
