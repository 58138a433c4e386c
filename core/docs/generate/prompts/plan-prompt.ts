import { asIs, quote } from '#core/text/quote.ts';
import { taskLine } from '#core/ai/task.ts';
import { fill } from '#core/text/template.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import type { Plan } from '#core/docs/plan.ts';
import type { Outline } from './outline.ts';
import type { Generation } from '#core/docs/tables.ts';
import { dataRule } from './data-rule.ts';
import { pageBudget } from './page-budget.ts';
import { quoteTags } from './quote-tags.ts';

export interface PlanQuestion {
  readonly project: string;
  readonly tree: Pick<Tree, 'read'>;
  readonly outline: Outline;
  readonly tags: Generation['tags'];
  /** Of an earlier commit; null: this is the first. */
  readonly earlier: Plan | null;
}

const readmeBytes = 12_000;
const manifestBytes = 4_000;
const mostManifests = 6;

const readme = /^(?:docs\/)?readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
const manifest =
  /^(?:[^/]+\/)?(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile|mix\.exs|CMakeLists\.txt|Makefile|Dockerfile|compose\.ya?ml|docker-compose\.ya?ml)$/;

export async function planPrompt(
  { templates }: Pick<Platform, 'templates'>,
  { project, tree, outline, tags, earlier }: PlanQuestion,
): Promise<string> {
  const { files, text } = outline;
  const quoted = [quote(`Files of the repository (${files.length})`, text || '(none)')];
  if (tags.length > 0) quoted.push(quoteTags(tags));
  const introduction = files.find((path) => readme.test(path));
  const manifests = files.filter((path) => manifest.test(path)).sort(byDepth);
  for (const path of manifests.slice(0, mostManifests)) {
    quoted.push(await quoteFile(tree, path, manifestBytes));
  }
  if (introduction) quoted.push(await quoteFile(tree, introduction, readmeBytes));
  if (earlier) {
    quoted.push(
      quote('The plan of the documentation as it is published now', JSON.stringify(earlier)),
    );
  }
  const view = { dataRule, budget: pageBudget(files), hasPlan: earlier !== null, quoted };
  const template = await templates.read('docs/generate/prompts/plan-prompt');
  return `${taskLine({ kind: 'plan', project })}${fill(template, view, asIs)}`;
}

async function quoteFile(tree: Pick<Tree, 'read'>, path: string, most: number): Promise<string> {
  const bytes = await tree.read(path, most);
  return quote(path, new TextDecoder().decode(bytes));
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}
