import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DocsWorld, openDocsWorld, rules } from '#test/support/docs/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onLocalWith } from '#test/support/world.ts';
import { offlineWriterCommand } from '../../../scripts/offline-writer/command.ts';

/** A clone with an untracked file, and an edited one. */
function folderOf(world: DocsWorld): string {
  world.commit({ 'README.md': '# Sample\n\nIt does things.\n', 'src/app.ts': 'one\n' });
  const folder = join(world.folder, 'sample');
  execFileSync('git', ['clone', '-q', join(world.folder, 'repositories/sample'), folder]);
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs/untracked.md'), '# Draft\n\nNot yet.\n');
  appendFileSync(join(folder, 'README.md'), '\nIt is a draft.\n');
  return folder;
}

describe('a site of a folder is of its commit', () => {
  const home = onLocalWith({ standIn: offlineWriterCommand });
  const offline = { AI_CLI_PROVIDER_A: '', PATH: '/usr/bin:/bin' };
  const withoutModel = eachTest(() => openDocsWorld(home, offline));
  const withModel = eachTest(() => openDocsWorld(home));

  it('by the offline writer', async () => {
    const world = withoutModel();
    await world.post({ repo_path: folderOf(world) });
    expect(await world.ended()).toMatchObject({ status: 'ready', ai_provider: 'offline' });
    const all = await world.published('llms-full.txt');
    expect(all).toContain('It does things.');
    expect(all).not.toMatch(/draft|not yet|untracked/i);
  });

  it('by a model', async () => {
    const world = withModel();
    const text = '# A\n\nSee `docs/untracked.md:1`, `README.md:5` and `src/app.ts:1`.\n';
    world.say(...rules(1, text));
    await world.post({ repo_path: folderOf(world) });
    expect(await world.ended()).toMatchObject({ status: 'ready' });
    const citations: unknown = JSON.parse((await world.published('citations.json')) ?? '');
    expect(citations).toMatchObject({ citations: [{ path: 'src/app.ts', line: 1 }] });
    expect(await world.history()).toMatchObject([
      { report: { citations: 1, removed_citations: 2 } },
    ]);
    expect(world.calls()[0]?.prompt).not.toMatch(/untracked|draft/);
  });
});
