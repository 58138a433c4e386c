import { Agent, get } from 'node:http';
import { get as getSecurely } from 'node:https';
import * as z from 'zod/mini';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { port, settings } from '#core/platform/settings.ts';
import { startEmulators, type Emulators } from '#test/support/emulators/emulators.ts';

const replyTimeoutMs = 2_000;

const endpoints = ['', '_S3', '_SQS', '_DYNAMODB'].map((ending) => `AWS_ENDPOINT_URL${ending}`);
const localStackSettings = settings({ LOCALSTACK_PORT: port(4566) });
const health = z.object({ services: z.record(z.string(), z.string()) });

/** Finds the emulators: the endpoints in the environment, which must answer; else LocalStack, if it
 * runs on this machine; else the emulators from npm. */
export async function findEmulators(variables: Environment): Promise<Emulators & { name: string }> {
  const names = endpoints.filter((name) => variables[name] !== undefined);
  for (const name of names) await assertAnswers(name, variables[name] ?? '');
  if (names.length > 0) return { ...(await startEmulators()), name: names.join(', ') };
  const url = `http://127.0.0.1:${localStackSettings(variables).LOCALSTACK_PORT}`;
  if (await isLocalStack(url)) return { ...localStack(url), name: 'LocalStack' };
  return { ...(await startEmulators()), name: 'emulators from npm' };
}

/** Emulators get no credentials of this machine. */
function localStack(url: string): Emulators {
  return {
    s3: url,
    sqs: url,
    dynamodb: url,
    backend: { s3: url, sqs: url, dynamodb: url },
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    stop: async () => {},
  };
}

async function isLocalStack(url: string): Promise<boolean> {
  try {
    const { status, text } = await ask(`${url}/_localstack/health`);
    const { services } = health.parse(JSON.parse(text));
    const isThere = (name: string) => /^(available|running)$/.test(services[name] ?? '');
    return status === 200 && ['s3', 'sqs', 'dynamodb'].every(isThere);
  } catch {
    return false;
  }
}

async function assertAnswers(name: string, url: string): Promise<void> {
  try {
    // Any status is an answer: LocalStack has this route, moto and others send 404.
    await ask(new URL('/_localstack/health', url).href);
  } catch (cause) {
    const text = `${name} names ${url}, where nothing answers: start it (docker compose up -d localstack) or unset ${name}`;
    throw new Failure('configuration', 'no_emulator', text, { cause });
  }
}

/** Connects directly, without a proxy. Redirects are not followed. */
function ask(url: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(replyTimeoutMs);
    const [send, options] = url.startsWith('https:')
      ? [getSecurely, { signal }]
      : [get, { signal, agent: new Agent() }];
    const request = send(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > 100_000) request.destroy(new Error('too long'));
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
