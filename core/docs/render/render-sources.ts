import type { BlobVersion } from '#core/platform/ports/blobs.ts';
import type { CitedSource } from '../site/site-source.ts';
import type { PageRenderer, Rendering } from './page-renderer.ts';
import { inBatches } from './page-renderer.ts';
import { hashOf } from './render-files.ts';

/** Puts a document of each cited file into the version; those that would be the same are kept. */
export async function renderSources(
  sources: readonly CitedSource[],
  {
    site,
    version,
    renderer,
  }: Readonly<{
    site: Rendering;
    version: BlobVersion;
    renderer: PageRenderer;
  }>,
): Promise<void> {
  const printOf = (source: CitedSource) => hashOf(JSON.stringify([site.id, source]));
  const changed = sources.filter((source) => !version.keep(source.file, printOf(source)));
  await inBatches(changed, async (batch) => {
    const documents = await renderer.sources(site, batch);
    for (const [at, source] of batch.entries()) {
      await version.put(source.file, printOf(source), documents[at] ?? '');
    }
  });
}
