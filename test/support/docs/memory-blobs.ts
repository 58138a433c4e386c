import type { BlobInfo, Blobs } from '#core/platform/ports/blobs.ts';

/** The part of Blobs that an answer store uses, shared by several stores. */
export function memoryBlobs(): Blobs & { readonly files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  const modified = new Date();
  const infoOf = (key: string, body: Buffer): BlobInfo => ({
    ...{ key, size: body.length, etag: String(body.length), modified },
  });
  const never = () => Promise.reject(new Error('not part of this store'));
  return {
    files,
    foldsCase: false,
    async put(key, body) {
      const bytes = Buffer.from(body as string);
      files.set(key, bytes);
      return infoOf(key, bytes);
    },
    async get(key) {
      const bytes = files.get(key);
      if (!bytes) return undefined;
      const body = (async function* () {
        yield new Uint8Array(bytes);
      })();
      return { ...infoOf(key, bytes), body };
    },
    async *list(prefix) {
      const keys = [...files.keys()].filter((key) => key.startsWith(prefix)).sort();
      yield* keys.map((key) => infoOf(key, files.get(key) as Buffer));
    },
    async delete(key) {
      files.delete(key);
    },
    async head(key) {
      const bytes = files.get(key);
      return bytes && infoOf(key, bytes);
    },
    deletePrefix: never,
    newVersion: never,
    published: never,
    leadsOutside: async () => false,
    link: never,
  };
}
