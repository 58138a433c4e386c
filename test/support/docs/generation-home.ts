import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '#core/docs/generate/generate.ts';
import { pageQueue, planQueue, renderQueue } from '#core/docs/generate/messages.ts';
import { systemClock } from '#core/platform/adapters/local/clock.ts';
import { openLocal, type LocalPlatform } from '#core/home/open-local.ts';
import { sampleProject } from './sample-project.ts';
import { adminKey } from '#test/support/world.ts';

const queues = [planQueue, pageQueue, renderQueue].map((name) => ({
  ...{ name, visibilitySeconds: 2, maxAttempts: 100 },
}));

/** The data of a documentation service in a folder, with a clock that is so many hours ahead. */
export function openGenerationHome(
  folder: string,
  hours = 0,
  writeLog: (line: string) => void = () => {},
  more: { readonly helperIdleMilliseconds?: number } = {},
): LocalPlatform {
  const now = () => new Date(Date.now() + hours * 3_600_000);
  return openLocal({
    service: 'docs',
    environment: {
      ADMIN_KEY: adminKey,
      PATH: process.env['PATH'],
      LOG_LEVEL: 'WARNING',
      AI_CLI_PROVIDER_A: `/bin/sh ${join(folder, 'model.sh')}`,
    },
    directory: join(folder, 'data'),
    database: join(folder, 'data', 'app.db'),
    queues,
    clock: { ...systemClock(), now },
    writeLog,
    ...more,
  });
}

/** A repository, a model that records its questions, and an accepted generation. */
export async function acceptGeneration(folder: string, pages: number): Promise<void> {
  mkdirSync(join(folder, 'data'));
  const { repository } = sampleProject(folder, pages);
  const platform = openGenerationHome(folder);
  const caller = { username: 'admin', role: 'admin', isAdmin: true, via: 'key' };
  await generate(platform, { ...caller, via: 'key' }, { repo_path: repository, force: false });
  await platform.close();
}

/** The model's questions, in order. */
export function asked(folder: string): string[] {
  const text = readFileSync(join(folder, 'asked'), { encoding: 'utf8', flag: 'a+' });
  return text.split('\n').filter((line) => line !== '');
}
