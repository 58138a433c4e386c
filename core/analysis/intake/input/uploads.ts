import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import { analysisSettings } from '../../base/settings.ts';
import { uploads } from '../../base/tables/tables.ts';

type Needs = Pick<Platform, 'records' | 'blobs' | 'clock'>;

export const newUpload = z.object({
  upload_id: z.string(),
  url: z.string(),
  method: z.literal('PUT'),
});

/** In bytes: 50,000,000 characters of UTF-8. */
export const maxUploadBytes = 200_000_000;
const linkSeconds = 3_600;

export const uploadFile = (id: string) => `uploads/${id}`;

/** A place for a file that one request or several refer to by its id, for a day. */
export async function createUpload(
  needs: Needs & Pick<Platform, 'environment'>,
): Promise<z.output<typeof newUpload>> {
  const upload_id = `upl_${randomUUID()}`;
  const created_at = needs.clock.now().toISOString();
  await needs.records.insert(uploads, { id: upload_id, kind: 'upload', created_at });
  const { PUBLIC_BASE_URL = '' } = analysisSettings(needs.environment);
  const link = await needs.blobs.link(uploadFile(upload_id), 'PUT', linkSeconds);
  return { upload_id, url: link ?? `${PUBLIC_BASE_URL}/uploads/${upload_id}`, method: 'PUT' };
}

/** Stores the file, where the home has no links. */
export async function storeUpload(
  needs: Needs,
  id: string,
  body: AsyncIterable<Uint8Array>,
): Promise<{ upload_id: string; size: number }> {
  await readUpload(needs, id);
  const { size } = await needs.blobs.put(uploadFile(id), body);
  return { upload_id: id, size };
}

/** Failure('unprocessable'): no such file has arrived. */
export async function openUpload(
  needs: Pick<Platform, 'records' | 'blobs'>,
  id: string,
): Promise<AsyncIterable<Uint8Array>> {
  const upload = await findUpload(needs, id);
  const file = upload && (await needs.blobs.get(uploadFile(id)));
  if (!file) {
    const message =
      'raw_xml_upload: No such upload, or its file has not arrived, or it has expired';
    throw new Failure('unprocessable', 'no_upload', message);
  }
  // A link does not limit the size.
  if (file.size <= maxUploadBytes) return file.body;
  const message = `raw_xml_upload: More than ${maxUploadBytes.toLocaleString('en')} bytes`;
  throw new Failure('unprocessable', 'upload_too_large', message);
}

async function readUpload(needs: Pick<Platform, 'records'>, id: string): Promise<void> {
  if (await findUpload(needs, id)) return;
  throw new Failure('missing', 'no_upload', 'No such upload, or it has expired');
}

async function findUpload({ records }: Pick<Platform, 'records'>, id: string) {
  if (!/^upl_[0-9a-f-]{36}$/.test(id)) return undefined;
  return records.get(uploads, { id });
}
