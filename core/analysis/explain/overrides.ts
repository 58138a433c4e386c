import type { Platform } from '#core/platform/ports/platform.ts';
import type { Stored } from '#core/platform/ports/records.ts';
import type { AnalysisDetail } from '#core/analysis/base/schema/detail.ts';
import { mostListed } from './grouping/make-groups.ts';
import { signatureOverrides, type JobGroup } from '#core/analysis/base/tables/tables.ts';
import type { Workspace } from './workspace/workspace.ts';

type Override = Stored<ReturnType<typeof signatureOverrides.parse>>;

export interface Overrides {
  /** Those that apply, by signature. */
  readonly overridden: JobGroup['overridden'];
  /** Set when people gave all failures of the group the same class: no model is asked. */
  readonly detail: AnalysisDetail | undefined;
}

/** The classes that people gave to the group's signatures in earlier analyses. One that was given
 * for another content of a file does not apply. */
export async function findOverrides(
  { records }: Pick<Platform, 'records'>,
  { signatures, tests }: Pick<JobGroup, 'signatures' | 'tests'>,
  workspace: Pick<Workspace, 'find' | 'tree'> | undefined,
): Promise<Overrides> {
  const rows = await Promise.all(
    signatures.map((signature) => records.get(signatureOverrides, { signature })),
  );
  const applied: Override[] = [];
  for (const row of rows) if (row && (await isCurrent(row, workspace))) applied.push(row);
  const overridden = applied.map(({ signature, classification }) => ({
    signature,
    classification,
  }));
  const [first] = applied;
  // A group's row lists no more signatures: with as many there may be others.
  const isWhole =
    applied.length === signatures.length &&
    signatures.length < mostListed &&
    applied.every(({ classification }) => classification === first?.classification);
  if (!first || !isWhole) return { overridden, detail: undefined };
  const { detail, classification } = first;
  return { overridden, detail: { ...detail, classification, affected_tests: tests } };
}

async function isCurrent(
  { file }: Pick<Override, 'file'>,
  workspace: Pick<Workspace, 'find' | 'tree'> | undefined,
): Promise<boolean> {
  if (file === null || !workspace) return true;
  const found = await workspace.find(file.path);
  return found !== undefined && (await workspace.tree.hash(found.path)) === file.hash;
}
