import { expect, it } from 'vitest';
import { outage } from '#core/platform/adapters/aws/dynamo/outage.ts';
import { Failure } from '#core/platform/failure.ts';

const error = (name: string, more: object = {}) => Object.assign(new Error('x'), { name }, more);
const replied = (httpStatusCode: number) => ({ $metadata: { httpStatusCode } });

it.each([
  ['a refused connection', error('Error', { code: 'ECONNREFUSED' }), 'unavailable'],
  ['a broken connection', error('Error', { code: 'ECONNRESET', $metadata: {} }), 'unavailable'],
  ['a time-out', error('TimeoutError', { $metadata: { attempts: 4 } }), 'unavailable'],
  ['a broken reply', error('Error', { code: 'HPE_INVALID_EOF_STATE' }), 'unavailable'],
  ['500', error('InternalError', replied(500)), 'unavailable'],
  ['503', error('SlowDown', replied(503)), 'unavailable'],
  ['429', error('TooManyRequests', replied(429)), 'unavailable'],
  ['throttling', error('Throttled', { ...replied(400), $retryable: {} }), 'unavailable'],
  ['no permission', error('AccessDenied', replied(403)), 'configuration'],
  ['no such bucket', error('NoSuchBucket', replied(404)), 'configuration'],
  ['no credentials', error('CredentialsProviderError'), 'configuration'],
])('%s', (_, cause, kind) => {
  expect(outage('S3', cause)).toMatchObject({ kind, cause });
  expect((outage('S3', cause) as Failure).message).not.toContain('\n');
});

it.each([
  ['a missing key', error('NoSuchKey', replied(404))],
  ['a bug of ours', new TypeError('x is not a function')],
  ['a Failure', new Failure('missing', 'no_blobs', 'x')],
  ['what is no error', 'text'],
])('%s passes unchanged', (_, thrown) => {
  expect(outage('S3', thrown)).toBe(thrown);
});
