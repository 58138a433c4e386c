import type { buildApp } from 'fauxqs';

type App = ReturnType<typeof buildApp>;

/** Where fauxqs 2.4 differs from S3 in what we rely on. Gone when it agrees by itself. */
export function correct(app: App): void {
  listInByteOrder();
  honourIfNoneMatch(app);
}

/** fauxqs lists by localeCompare, which puts `a` before `B`; S3 by the bytes of UTF-8. */
function listInByteOrder(): void {
  String.prototype.localeCompare = function (this: string, other: string) {
    return Buffer.compare(Buffer.from(this), Buffer.from(other));
  };
}

/**
 * fauxqs ignores If-None-Match: * and overwrites. S3 answers 412 for PutObject and
 * CompleteMultipartUpload, and of racing writers one wins.
 */
function honourIfNoneMatch(app: App): void {
  const turns = new Map<string, Promise<void>>();
  const endOf = new WeakMap<object, () => void>();

  app.addHook('onRequest', async (request, reply) => {
    const completes = request.method === 'POST' && request.url.includes('uploadId=');
    if (request.method !== 'PUT' && !completes) return;
    const path = request.url.split('?')[0] ?? '';
    const before = turns.get(path);
    const turn = Promise.withResolvers<void>();
    turns.set(path, turn.promise);
    endOf.set(request, () => {
      if (turns.get(path) === turn.promise) turns.delete(path);
      turn.resolve();
    });
    await before;
    if (request.headers['if-none-match'] !== '*') return;
    const { statusCode } = await app.inject({ method: 'HEAD', url: path });
    if (statusCode !== 200) return;
    return reply
      .code(412)
      .type('application/xml')
      .send('<Error><Code>PreconditionFailed</Code><Message>It exists.</Message></Error>');
  });
  for (const end of ['onResponse', 'onRequestAbort'] as const) {
    app.addHook(end, async (request: object) => endOf.get(request)?.());
  }
}
