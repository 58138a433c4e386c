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
  const { commit, protection } = await scm.json(path, { shape: branchSchema });
  return { sha: commit.sha, requiredChecks: protection?.required_status_checks?.contexts ?? [] };
}

const rule = z.object({
  type: z.literal('required_status_checks'),
  parameters: z.object({
    required_status_checks: z.array(z.object({ context: z.string() })),
  }),
});
const other = z.object({ type: z.string().check(z.regex(/^(?!required_status_checks$)/)) });

/** The checks that rulesets require, which the branch does not name. */
export async function readRequiredByRules(
  { scm }: Pick<HandlerContext, 'scm'>,
  { name, baseRef }: Pull,
): Promise<readonly string[]> {
  const path = `${repositoryPath(name)}/rules/branches/${encodeURIComponent(baseRef)}`;
  // Older servers have no rulesets.
  const all = (await unlessMissing(scm.all(path, { shape: z.union([rule, other]) }))) ?? [];
  const rules = all.flatMap((entry) => ('parameters' in entry ? [entry.parameters] : []));
  return rules.flatMap((each) => each.required_status_checks.map(({ context }) => context));
}
