import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { startEmulators, type Emulators } from '#test/support/emulators/emulators.ts';

const endpoints = ['', '_S3', '_SQS', '_DYNAMODB'].map((ending) => `AWS_ENDPOINT_URL${ending}`);

/** The endpoints in the environment, which must answer; else the emulators from npm. */
export async function findEmulators(variables: Environment): Promise<Emulators & { name: string }> {
  const names = endpoints.filter((name) => variables[name] !== undefined);
  for (const name of names) await assertAnswers(name, variables[name] ?? '');
  return { ...(await startEmulators()), name: names.join(', ') || 'emulators from npm' };
}

/** Any status is an answer. */
async function assertAnswers(name: string, url: string): Promise<void> {
  const fetch = netFetch({ allowPrivate: true, clock: systemClock(), log: () => {} });
  try {
    await fetch(url, { timeoutMilliseconds: 2_000 });
  } catch (cause) {
    const text = `${name} names ${url}, where nothing answers: start it (docker compose up -d localstack) or unset ${name}`;
    throw new Failure('configuration', 'no_emulator', text, { cause });
  }
}
