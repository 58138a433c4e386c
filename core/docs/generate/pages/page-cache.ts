import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Tree } from '#core/platform/ports/trees.ts';
import { areUnchanged, type UsedFile } from '../../evidence/used-files.ts';
import type { PlanPage } from '../../plan.ts';
import { projectFiles } from '../../project-files.ts';
import { cachedPages, type Generation } from '../../tables.ts';

type Needs = Pick<Platform, 'records' | 'blobs'>;

export interface CachedMarkdown {
  readonly markdown: string;
  readonly files: readonly UsedFile[] | null;
}

export type Found = { readonly reason: string } & (
  { readonly cached: CachedMarkdown } | { readonly cached?: undefined }
);

/** A page of an earlier generation that is still right, or why there is none. */
export async function findCached(
  { records, blobs }: Needs,
  generation: Generation,
  page: PlanPage,
  tree: Pick<Tree, 'hash'>,
): Promise<Found> {
  const { owner, name, commit_sha } = generation;
  const entry = await records.get(cachedPages, { owner, name, slug: page.slug });
  if (!entry) return { reason: 'not written before' };
  if (entry.entry_hash !== entryHash(page)) return { reason: 'its plan entry changed' };
  const markdown = await read(blobs, projectFiles(generation).page(page.slug));
  if (markdown === undefined) return { reason: 'no longer in the cache' };
  if (sha256(markdown) !== entry.markdown_hash) return { reason: 'the cached page was changed' };
  const cached = { markdown, files: entry.files };
  if (entry.commit_sha === commit_sha) return { reason: 'same commit', cached };
  if (entry.files === null) return { reason: 'the files it was written from are not known' };
  if (!(await areUnchanged(tree, entry.files))) return { reason: 'files it uses changed' };
  return { reason: 'the files it uses are unchanged', cached };
}

/** Keeps a page for later generations: the file first, then what it stands for. */
export async function keepPage(
  { records, blobs }: Needs,
  { owner, name, commit_sha }: Generation,
  page: PlanPage,
  { markdown, files }: CachedMarkdown,
): Promise<void> {
  const key = { owner, name, slug: page.slug };
  if (commit_sha === null) return;
  const row = {
    commit_sha,
    entry_hash: entryHash(page),
    markdown_hash: sha256(markdown),
    files: files === null ? null : [...files],
  };
  const file = projectFiles({ owner, name }).page(page.slug);
  if ((await read(blobs, file)) !== markdown) await blobs.put(file, markdown, { isCache: true });
  await records.unsynced.put(cachedPages, { ...key, ...row });
}

function entryHash({ slug, title, description }: PlanPage): string {
  return sha256(JSON.stringify([slug, title, description]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

async function read(blobs: Needs['blobs'], key: string): Promise<string | undefined> {
  const blob = await blobs.get(key);
  return blob && text(blob.body);
}
