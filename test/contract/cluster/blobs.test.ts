import { describe, expect, it } from 'vitest';
import { clusterBlobs } from '#core/home/cluster-blobs.ts';
import { atEnd } from '#test/support/at-end.ts';
import { httpTarget } from '#test/support/http/http-target.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
Object.assign(process.env, { ...credentials, AWS_REGION: 'us-east-1' });

/** A store that answers later writes of a key like this. */
async function storeWith(status: number, code = '') {
  const target = await httpTarget((request, response) => {
    const writes = target.requests.filter((line) => line.startsWith('PUT')).length;
    request.resume();
    const isSecond = request.method === 'PUT' && writes > 1;
    response.writeHead(isSecond ? status : 200, { etag: '"1"', 'content-type': 'application/xml' });
    response.end(isSecond && code !== '' ? `<Error><Code>${code}</Code></Error>` : '');
  });
  process.env['AWS_ENDPOINT_URL_S3'] = target.origin;
  return target;
}

function blobsOf(more: { readonly publicUrl?: string; readonly pathStyle?: boolean } = {}) {
  const objects = { bucket: 'files', pathStyle: true, publicUrl: undefined, ...more };
  const opened = clusterBlobs('docs', objects);
  atEnd(() => opened.close());
  return opened;
}

describe('the store of a cluster', () => {
  it('is refused by name when it ignores conditions', async () => {
    const { requests } = await storeWith(200);
    await expect(blobsOf().check()).rejects.toMatchObject({
      ...{ kind: 'configuration', code: 'no_conditional_put' },
      message: expect.stringContaining('ignores the condition If-None-Match') as string,
    });
    expect(requests[0]).toMatch(/^PUT \/files\/docs\/%40check\//);
    // The object of the check is removed.
    expect(requests.at(-1)).toContain('?delete');
  });

  it('is refused when it ignores which object is replaced', async () => {
    const target = await httpTarget((request, response) => {
      const isRefused = request.headers['if-none-match'] !== undefined && made;
      made ||= request.method === 'PUT';
      request.resume();
      response.writeHead(isRefused ? 412 : 200, { etag: '"1"', 'content-type': 'application/xml' });
      response.end(isRefused ? '<Error><Code>PreconditionFailed</Code></Error>' : '');
    });
    let made = false;
    process.env['AWS_ENDPOINT_URL_S3'] = target.origin;
    await expect(blobsOf().check()).rejects.toThrow('ignores the condition If-Match of PutObject');
  });

  it('is refused when it does not know conditions', async () => {
    await storeWith(501, 'NotImplemented');
    await expect(blobsOf().check()).rejects.toMatchObject({ code: 'no_conditional_put' });
  });

  it('is taken when it refuses the second write', async () => {
    await storeWith(412, 'PreconditionFailed');
    await expect(blobsOf().check()).resolves.toBeUndefined();
  });

  it('is tried again when it fails at that moment', async () => {
    await storeWith(403, 'SlowDownForAWhile');
    await expect(blobsOf().check()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it.each([
    [true, 'https://files.example.org/files/docs/a/b.html?'],
    [false, 'https://files.files.example.org/docs/a/b.html?'],
  ])('is reached by browsers at its public address (path style: %s)', async (pathStyle, start) => {
    const { blobs } = blobsOf({ pathStyle, publicUrl: 'https://files.example.org' });
    const link = await blobs.link('a/b.html', 'GET', 60);
    expect(link?.slice(0, start.length)).toBe(start);
  });
});
