import { openAsBlob } from 'node:fs';
import { transcriptFolders } from '#core/home/transcript-folders.ts';
import { listTranscripts } from '#core/platform/adapters/local/transcripts/list-files.ts';
import { fileOf } from '#core/platform/adapters/local/transcripts/stores.ts';
import { print, type Shell } from '../line/shell.ts';
import type { SessionsOptions } from './options.ts';
import type { Store } from './source.ts';

/** Uploads new and changed files. A file that fails is named, and the others go on: exit status 1. */
export async function push(store: Store, options: SessionsOptions, shell: Shell): Promise<number> {
  const folders = transcriptFolders(shell.variables);
  const stored = new Map((await store.files()).map((file) => [file.path, file]));
  const files = (await listTranscripts(folders)).filter(({ path, size, modified }) => {
    const storedSize = stored.get(path);
    return (
      !storedSize ||
      storedSize.size !== size ||
      Date.parse(storedSize.modified_at) < modified.getTime()
    );
  });
  let bytes = 0;
  const failed: { path: string; reason: string }[] = [];
  for (const { path, size } of files) {
    const { url } = await store.startUpload(path);
    const reason = await send(url, fileOf(folders, path));
    if (reason === undefined) bytes += size;
    else failed.push({ path, reason });
  }
  const pushed = files.length - failed.length;
  for (const { path, reason } of failed) {
    shell.stderr.write(`Not uploaded: ${path} (${reason}). Push again.\n`);
  }
  const text = `Uploaded ${pushed} of ${files.length} new or changed files to ${store.server}`;
  print(shell, options, { pushed, bytes, failed: failed.map(({ path }) => path) }, text);
  return failed.length === 0 ? 0 : 1;
}

/** Undefined: done; else what went wrong, such as that the file changed meanwhile. */
async function send(url: string, file: string): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(url, { method: 'PUT', body: await openAsBlob(file) });
    return ok ? undefined : `the storage answered ${status}`;
  } catch (error) {
    const { cause } = error as { cause?: { message?: string } };
    return cause?.message ?? String(error);
  }
}
