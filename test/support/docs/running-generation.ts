import { generations, projects } from '#core/docs/tables.ts';
import type { Platform } from '#core/platform/ports/platform.ts';

/** A project with a running generation in the records, which no process works on. */
export async function addRunning(
  { records, clock }: Pick<Platform, 'records' | 'clock'>,
  name: string,
  owner = 'admin',
): Promise<string> {
  const now = clock.now().toISOString();
  const id = `gen_${owner}_${name}`;
  await records.insert(generations, {
    id,
    owner,
    name,
    status: 'generating',
    ai_provider: 'provider_a',
    ai_model: 'some-model',
    force: false,
    started_at: now,
    timeout_minutes: 60,
    lease_until: new Date(clock.now().getTime() + 120_000).toISOString(),
  });
  await records.insert(projects, {
    owner,
    name,
    repo_url: `https://code.example/team/${name}`,
    created_at: now,
    updated_at: now,
    generation: id,
  });
  return id;
}
