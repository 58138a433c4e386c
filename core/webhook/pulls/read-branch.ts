import * as z from 'zod/mini';
import { unlessMissing } from '#core/platform/failure.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import type { HandlerContext } from './context.ts';
import type { Pull } from './pull.ts';

const checks = z.object({ contexts: z.array(z.string()) });
const branchSchema = z.object({
  commit: z.object({ sha: z.string() }),
  protection: z.optional(z.object({ required_status_checks: z.optional(z.nullable(checks)) })),
});

/** The base branch: its newest commit, and the checks that branch protection requires. */
export async function readBranch(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, baseRef }: Pull,
): Promise<{ readonly sha: string; readonly requiredChecks: readonly string[] }> {
  const path = `${repositoryPath(name)}/branches/${encodeURIComponent(baseRef)}`;
  const { commit, protection } = branchSchema.parse(await scm.json(path));
  return { sha: commit.sha, requiredChecks: protection?.required_status_checks?.contexts ?? [] };
}

const ruleType = z.object({ type: z.string() });
const rule = z.object({
  parameters: z.object({
    required_status_checks: z.array(z.object({ context: z.string() })),
  }),
});

/** The checks that rulesets require, which the branch does not name. */
export async function readRequiredByRules(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, baseRef }: Pull,
): Promise<readonly string[]> {
  const path = `${repositoryPath(name)}/rules/branches/${encodeURIComponent(baseRef)}`;
  // Older servers have no rulesets.
  const all = (await unlessMissing(scm.all(path))) ?? [];
  const ofChecks = all.filter((entry) => ruleType.parse(entry).type === 'required_status_checks');
  return ofChecks.flatMap((entry) =>
    rule.parse(entry).parameters.required_status_checks.map(({ context }) => context),
  );
}
