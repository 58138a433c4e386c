import { expect, it } from 'vitest';
import { generate } from '#core/docs/generate/generate.ts';
import { generationRun } from '#core/docs/generate/generation-run.ts';
import { reviveRuns } from '#core/runs/revive.ts';
import { generations, projects } from '#core/docs/tables.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Records } from '#core/platform/ports/records.ts';
import { acceptGeneration, openGenerationHome } from '#test/support/docs/generation-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { join } from 'node:path';

const key = { owner: 'admin', name: 'sample' };
const caller = {
  username: 'admin',
  role: 'admin',
  isAdmin: true,
  via: 'key',
} as const;
const refused = new Failure('unavailable', 'storage_unavailable', 'The disk does not write');

it.each([
  ['stood', 1, 'generating'],
  ['did not stand', 0, 'error'],
] as const)(
  'a claim of which nobody knows, and which %s, is found by a sweep (R7)',
  async (_, stood, status) => {
    const folder = await temporaryFolder();
    await acceptGeneration(folder.path, 1);
    const platform = openGenerationHome(folder.path);
    const idle = { status: 'ready' as const, generation: null };
    await platform.records.update(projects, key, idle);
    const update: Records['update'] = async (table, ...rest) => {
      const isClaim = (table as unknown) === projects;
      if (!isClaim) return platform.records.update(table, ...rest);
      if (stood) await platform.records.update(table, ...rest);
      throw refused;
    };
    const needs = { ...platform, records: { ...platform.records, update } };
    const request = { repo_path: join(folder.path, 'sample'), force: false };
    await expect(generate(needs, caller, request)).rejects.toBe(refused);
    const before = (await platform.queue.depth('docs-plan')).waiting;
    await platform.close();
    const later = openGenerationHome(folder.path, 1);
    await reviveRuns(later, generationRun);
    const query = { index: 'by_project', where: key, order: 'descending' as const, limit: 1 };
    const [row] = (await later.records.list(generations, query)).rows;
    expect(row?.status).toBe(status);
    expect((await later.queue.depth('docs-plan')).waiting).toBe(before + stood);
    await later.close();
    await folder.remove();
  },
);
