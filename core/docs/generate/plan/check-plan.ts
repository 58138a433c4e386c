import { Failure } from '#core/platform/failure.ts';
import { jsonObjects } from '#core/text/json.ts';
import type { Plan, PlanGroup, PlanPage } from '../../plan.ts';

/** Each page is a question to a model: more than a person would read is a mistake. */
export const maxPages = 1_000;

const maxLengths = { name: 200, title: 200, description: 1_000, slug: 80 };

/** Names of files that every site has beside its pages. */
const reserved = new Set(['index', '404']);

/** The plan in a model's answer, made whole. Failure('upstream') says what is wrong with it. */
export function readPlan(answer: string, projectName: string): Plan {
  let plan: Record<string, unknown> | undefined;
  for (const object of jsonObjects(answer)) {
    plan ??= object;
    // A model may write other objects before its plan.
    if ('navigation' in object) return checkPlan(object, projectName);
  }
  if (!plan) throw broken('unparsable_plan', 'Failed to parse planner output as JSON');
  return checkPlan(plan, projectName);
}

/** Drops what is not known, cleans what is shown, and gives every page a slug of its own. */
export function checkPlan(draft: Record<string, unknown>, projectName: string): Plan {
  const groups = Array.isArray(draft['navigation']) ? (draft['navigation'] as unknown[]) : [];
  const planned = groups.reduce<number>((sum, group) => sum + pagesOf(group).length, 0);
  if (planned > maxPages) {
    throw broken('long_plan', `Plan contains too many pages (${planned}, at most ${maxPages})`);
  }
  const slugs = new Set<string>(reserved);
  const navigation: PlanGroup[] = [];
  for (const group of groups) {
    const pages = pagesOf(group).flatMap((page) => checkPage(page, slugs) ?? []);
    if (pages.length === 0) continue;
    const name = line((group as Record<string, unknown>)['group'], maxLengths.title);
    navigation.push({ group: name || 'Documentation', pages });
  }
  if (navigation.length === 0) throw broken('empty_plan', 'Plan contains no pages');
  return {
    project_name: line(draft['project_name'], maxLengths.name) || projectName,
    tagline: line(draft['tagline'], maxLengths.description),
    navigation,
  };
}

function pagesOf(group: unknown): readonly unknown[] {
  const pages = isObject(group) ? group['pages'] : undefined;
  return Array.isArray(pages) ? pages : [];
}

function checkPage(page: unknown, slugs: Set<string>): PlanPage | undefined {
  if (!isObject(page)) return undefined;
  const title = line(page['title'], maxLengths.title);
  const answerSlug = typeof page['slug'] === 'string' ? page['slug'] : '';
  if (title === '' && slugOf(answerSlug) === '') return undefined;
  const slug = free(slugOf(answerSlug) || slugOf(title), slugs);
  slugs.add(slug);
  return {
    slug,
    title: title || slug,
    description: line(page['description'], maxLengths.description),
  };
}

/** Only the beginning can count: the rest of a huge one is not looked at. */
function slugOf(text: string): string {
  return text
    .slice(0, 1_000)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxLengths.slug)
    .replace(/-$/, '');
}

function free(proposal: string, slugs: ReadonlySet<string>): string {
  if (proposal !== '' && !slugs.has(proposal)) return proposal;
  const base = proposal === '' ? 'page' : proposal;
  for (let number = proposal === '' ? 1 : 2; ; number += 1) {
    const ending = `-${number}`;
    const slug = `${base.slice(0, maxLengths.slug - ending.length).replace(/-$/, '')}${ending}`;
    if (!slugs.has(slug)) return slug;
  }
}

/** One line without control characters. */
function line(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  return (
    value
      .slice(0, 4 * most)
      .toWellFormed()
      // They would show what follows, such as another title, in another order.
      .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
      .slice(0, most)
      .toWellFormed()
      .trim()
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function broken(code: string, message: string): Failure {
  return new Failure('upstream', code, message);
}
