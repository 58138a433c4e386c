import { Failure } from '#core/platform/failure.ts';
import type { BlobContent } from '#core/platform/ports/blobs.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { enrichedXml } from '#core/analysis/base/job-files.ts';
import type { Job } from '#core/analysis/base/tables/tables.ts';

const linkSeconds = 300;

/** The XML of the request with the analyses in it; a link in homes whose replies are limited. */
export async function enrichedFile(
  { blobs }: Pick<Platform, 'blobs'>,
  { id, has_xml }: Job,
  as: { readonly type: string; readonly disposition: string },
): Promise<{ readonly link: string } | { readonly content: BlobContent }> {
  const key = enrichedXml(id);
  if (!has_xml || !(await blobs.head(key))) throw noXml(id);
  const link = await blobs.link(key, 'GET', linkSeconds, as);
  if (link !== undefined) return { link };
  const content = await blobs.get(key);
  if (!content) throw noXml(id);
  return { content };
}

function noXml(id: string): Failure {
  return new Failure('missing', 'no_xml', `Job ${id} was not started with JUnit XML`);
}
