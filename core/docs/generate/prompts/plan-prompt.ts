import { taskLine } from '#core/ai/task.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { asIs, quote } from '#core/text/quote.ts';
import { fill } from '#core/text/template.ts';
import type { Plan } from '../../plan.ts';
import type { Generation } from '../../tables.ts';
import type { Outline } from './outline.ts';
import { dataRule, quoteTags } from './page-prompt.ts';

interface PlanQuestion {
  readonly project: string;
  readonly tree: Pick<Tree, 'read'>;
  readonly outline: Outline;
  readonly tags: Generation['tags'];
  readonly uncommitted?: Generation['uncommitted'];
  /** The plan of an earlier commit; null: this is the first. */
  readonly earlier: Plan | null;
}

/** At least and at most. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

const readmeBytes = 12_000;
const manifestBytes = 4_000;
const maxManifests = 6;

const readme = /^(?:docs\/)?readme(?:\.(?:md|markdown|rst|txt|adoc))?$/i;
const manifest =
  /^(?:[^/]+\/)?(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|Gemfile|mix\.exs|CMakeLists\.txt|Makefile|Dockerfile|compose\.ya?ml|docker-compose\.ya?ml)$/;

export async function planPrompt(
  { templates }: Pick<Platform, 'templates'>,
  { project, tree, outline, tags, uncommitted, earlier }: PlanQuestion,
): Promise<string> {
  const { files, text } = outline;
  const quoted = [quote(`Files of the repository (${files.length})`, text || '(none)')];
  if (tags.length > 0) quoted.push(quoteTags(tags));
  const introduction = files.find((path) => readme.test(path));
  const manifests = files.filter((path) => manifest.test(path)).sort(byDepth);
  for (const path of manifests.slice(0, maxManifests)) {
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
  return `${taskLine({ kind: 'plan', project, uncommitted: uncommitted ?? undefined })}${fill(template, view, asIs)}`;
}

async function quoteFile(tree: Pick<Tree, 'read'>, path: string, most: number): Promise<string> {
  const bytes = await tree.read(path, most);
  return quote(path, new TextDecoder().decode(bytes));
}

function byDepth(a: string, b: string): number {
  return a.split('/').length - b.split('/').length || (a < b ? -1 : 1);
}

const documented =
  /\.(?:[cm]?[jt]sx?|py|pyx|go|rs|java|kts?|scala|rb|php|cs|fs|vb|c|h|cc|cpp|hpp|mm?|swift|dart|lua|r|jl|exs?|erl|cljs?|hs|ml|sh|ps1|sql|vue|svelte|proto|graphql|tf|nix|md|mdx|rst|adoc)$/i;
const notDocumented =
  /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures?|vendor|third_party|examples?|dist|build|migrations|i18n|locales?)\/|[._-](?:test|spec)\.\w+$|_test\.\w+$|(?:^|\/)test_[^/]*$|\.(?:min\.js|d\.ts|pb\.go)$/i;

/** How many pages a documentation has, by the files that people write and that it is about. */
export function pageRange(files: readonly string[]): Range {
  const count = files.filter((path) => documented.test(path) && !notDocumented.test(path)).length;
  if (count <= 12) return { from: 2, to: 6 };
  if (count <= 60) return { from: 6, to: 14 };
  if (count <= 250) return { from: 10, to: 24 };
  if (count <= 1_000) return { from: 16, to: 36 };
  return { from: 24, to: 60 };
}

function pageBudget(files: readonly string[]): string {
  const { from, to } = pageRange(files);
  return from === 2
    ? `It is small: ${from} to ${to} pages in all.`
    : `Between ${from} and ${to} pages in all.`;
}
