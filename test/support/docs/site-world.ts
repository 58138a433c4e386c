import { join, resolve } from 'node:path';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { patientOffload } from '#test/support/processes/patient-offload.ts';
import type { Assets } from '#core/platform/ports/files/assets.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Offload } from '#core/platform/ports/programs/offload.ts';
import type { Plan } from '#core/docs/plan.ts';
import { renderSite } from '#core/docs/site/render/render-site.ts';
import type { SiteReport, SiteSource } from '#core/docs/site/site-source.ts';
import { textOf } from '#test/support/bytes.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const assets: Assets = localAssets({ root: resolve(import.meta.dirname, '../../../core') });

export type Pages = Readonly<Record<string, string>>;

/** A plan with two groups of the pages, in their order. */
export function planOf(pages: Pages): Plan {
  const listed = Object.keys(pages).map((slug) => ({
    slug,
    title: `Title of ${slug}`,
    description: `About ${slug}`,
  }));
  const half = Math.ceil(listed.length / 2);
  return {
    project_name: 'Sample',
    tagline: 'A sample',
    navigation: [
      { group: 'First', pages: listed.slice(0, half) },
      { group: 'Second', pages: listed.slice(half) },
    ],
  };
}

export function sourceOf(pages: Pages, changes: Partial<SiteSource> = {}): SiteSource {
  return {
    name: 'sample',
    plan: planOf(pages),
    repositoryUrl: 'https://code.example/sample.git',
    commit: 'a'.repeat(40),
    markdown: async (slug) => pages[slug] ?? '',
    citations: [],
    ...changes,
  };
}

/** Renders sites to real files and measures the work. */
export async function openSites(given: { blobs?: Blobs; offload?: Offload } = {}) {
  const folder = await temporaryFolder();
  const blobs = given.blobs ?? localBlobs({ directory: folder.path });
  const offload = given.offload ?? patientOffload();
  const written: string[] = [];
  const counting: Blobs = {
    ...blobs,
    async newVersion(prefix) {
      const version = await blobs.newVersion(prefix);
      return {
        ...version,
        put(path, ...rest) {
          written.push(path);
          return version.put(path, ...rest);
        },
      };
    },
  };
  const logs: unknown[] = [];
  const log = (...line: unknown[]) => void logs.push(line);
  const target = { site: 'projects/sample/site/' };
  return {
    blobs,
    logs,
    target,
    directory: folder.path,
    file: (path: string) => join(folder.path, 'projects/sample/site', path),
    /** Published paths that the last render wrote. */
    written: () => written.toSorted(),
    render: (source: SiteSource, signal = new AbortController().signal): Promise<SiteReport> => {
      written.length = 0;
      return renderSite({ blobs: counting, offload, assets, log }, source, target, signal);
    },
    read: async (path: string): Promise<string | undefined> => {
      const published = await blobs.published(target.site);
      return textOf(await blobs.get(`${published ?? 'nothing/'}${path}`));
    },
    paths: async (): Promise<string[]> => {
      const published = (await blobs.published(target.site)) ?? 'nothing/';
      const entries = await Array.fromAsync(blobs.list(published));
      return entries.map(({ key }) => key.slice(published.length));
    },
    close: async () => {
      if (!given.offload) await offload.close();
      await folder.remove();
    },
  };
}
