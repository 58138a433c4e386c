import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jobs, openStatuses, type Job } from '#core/analysis/base/tables/job-tables.ts';
import { readCalls, scriptedCommand, type Call, type Rule } from '#test/support/ai/scripted-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openWorld, type Home } from '#test/support/world.ts';

export type AnalysisWorld = Awaited<ReturnType<typeof openAnalysisWorld>>;

/** The failure analysis with a scripted model. */
export async function openAnalysisWorld(home: Home, environment: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  const script = join(folder.path, 'script.json');
  const log = join(folder.path, 'calls.jsonl');
  const world = await openWorld(home, 'analysis', {
    environment: { AI_CLI_PROVIDER_A: scriptedCommand(script), ...environment },
  });
  const { platform } = world;
  // On AWS the bucket is shared with the test before.
  for (const prefix of ['jobs/', 'uploads/']) await platform.blobs.deletePrefix(prefix);

  async function job(id: string): Promise<Job> {
    const row = await platform.records.get(jobs, { id });
    if (!row) throw new Error(`no job ${id}`);
    return row;
  }
  /** Waits until the job holds. The clock stands still. */
  async function until(id: string, holds: (job: Job) => boolean): Promise<Job> {
    for (;;) {
      const row = await job(id);
      if (holds(row)) return row;
      await pause(20);
    }
  }
  return {
    ...world,
    /** Sets the model's next answers. The availability check is always answered. */
    say(...rules: Rule[]): void {
      const check: Rule = { when: '^Reply with OK', text: 'OK' };
      writeFileSync(script, JSON.stringify({ log, rules: [check, ...rules] }));
    },
    /** From now on the model answers nothing, not even the availability check. */
    fail(): void {
      writeFileSync(script, JSON.stringify({ log, rules: [{ exit: 3, stderr: 'away' }] }));
    },
    /** Questions so far, without availability checks. */
    calls: (): Call[] => readCalls(log).filter(({ rule }) => rule !== 0),
    /** POST /analyze-failures with a provider and a model. */
    analyze: (body: object, headers: Record<string, string> = {}) =>
      world.send({
        method: 'POST',
        path: '/analyze-failures',
        headers,
        body: { ai_provider: 'provider_a', ai_model: 'main', ...body },
      }),
    /** For files of a test. */
    folder: folder.path,
    ...{ job, until },
    ended: (id: string) => until(id, ({ status }) => !openStatuses.includes(status)),
    async close() {
      await world.close();
      await folder.remove();
    },
  };
}
