import { allRows } from '#core/platform/all-rows.ts';
import type { Caller } from '#core/identity/rules.ts';
import { Failure, untilWritten } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { ProjectKey } from '../project-files.ts';
import { openSite } from '../site/files/read-site.ts';
import { sitePath } from '../site/files/site-path.ts';
import { pageAnswers } from '../tables.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'environment' | 'clock'>;

const minute = 60_000;
/** Answers about one site that a process takes in a minute: the counts are no vote. */
const maxAnswers = 60;
const recent = new WeakMap<
  object,
  { readonly began: number; readonly counts: Map<string, number> }
>();

/** Counts what a reader says of a page that is there. Nothing about the reader is kept. */
export async function answerPage(
  needs: Needs,
  caller: Caller,
  { name, owner, slug }: { name: string; owner?: string | undefined; slug: string },
  isUseful: boolean,
): Promise<void> {
  const { project, read } = await openSite(needs, caller, { name, owner });
  await read(sitePath(`${slug}.md`));
  limit(needs, `${project.owner}/${project.name}`);
  const key = { owner: project.owner, name: project.name, slug };
  await untilWritten(async () => {
    const row = await needs.records.get(pageAnswers, key);
    const { yes = 0, no = 0 } = row ?? {};
    const counts = isUseful ? { yes: yes + 1, no } : { yes, no: no + 1 };
    if (row) await needs.records.update(pageAnswers, key, counts, { yes, no });
    else await needs.records.insert(pageAnswers, { ...key, ...counts });
  });
}

function limit({ records, clock }: Pick<Needs, 'records' | 'clock'>, site: string): void {
  const now = clock.now().getTime();
  const before = recent.get(records);
  const { counts } = before && now - before.began < minute ? before : reset(records, now);
  const count = (counts.get(site) ?? 0) + 1;
  if (count > maxAnswers) {
    throw new Failure('too-many', 'busy', 'Too many answers at once: try again in a minute');
  }
  counts.set(site, count);
}

function reset(records: object, began: number) {
  const fresh = { began, counts: new Map<string, number>() };
  recent.set(records, fresh);
  return fresh;
}

export interface PageAnswers {
  readonly slug: string;
  readonly yes: number;
  readonly no: number;
}

/** By page; those that most readers found of no use first. */
export async function listAnswers(
  needs: Pick<Platform, 'records'>,
  { owner, name }: ProjectKey,
): Promise<PageAnswers[]> {
  const pages = await Array.fromAsync(allRows(needs, pageAnswers, { where: { owner, name } }));
  return pages
    .flat()
    .map(({ slug, yes, no }) => ({ slug, yes, no }))
    .toSorted((one, other) => other.no - one.no || other.yes - one.yes);
}
