import type { buildApp } from 'fauxqs';

type App = ReturnType<typeof buildApp>;

/**
 * fauxqs 2.4 ignores If-None-Match: * and overwrites. S3 answers 412 for PutObject and
 * CompleteMultipartUpload, and of racing writers one wins; so does the emulator with this.
 */
export function honourConditions(app: App): void {
  const turns = new Map<string, Promise<void>>();
  const done = new WeakMap<object, () => void>();

  app.addHook('onRequest', async (request, reply) => {
    const completes = request.method === 'POST' && request.url.includes('uploadId=');
    if (request.method !== 'PUT' && !completes) return;
    const path = request.url.split('?')[0] ?? '';
    const before = turns.get(path);
    const turn = Promise.withResolvers<void>();
    turns.set(path, turn.promise);
    done.set(request, () => {
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
    app.addHook(end, async (request: object) => done.get(request)?.());
  }
}
