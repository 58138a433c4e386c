import { describe, expect, it } from 'vitest';
import { asAdmin } from '#test/support/actors.ts';
import { openDocsWorld } from '#test/support/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onLocalWith } from '#test/support/world.ts';
import { offlineWriterCommand } from '../../scripts/offline-writer-command.ts';

describe('a site of the offline writer', () => {
  const world = eachTest(() => openDocsWorld(onLocalWith({ standIn: offlineWriterCommand })));
  const page = async () =>
    (await world().send({ path: '/projects/sample', headers: asAdmin })).text.replace(/\s+/g, ' ');

  it('is not said to be a model’s', async () => {
    world().commit({ 'README.md': '# Sample\n\nIt does things.\n' });
    const body = { repo_url: world().url, ai_provider: 'provider_b', ai_model: 'm-1' };
    await world().post(body);
    expect(await world().ended()).toMatchObject({ status: 'ready', ai_model: 'm-1' });
    const written = '<dt>Written by</dt> <dd>offline writer</dd>';
    expect(await page()).toContain(written);
    // A run that finds nothing new leaves it so.
    await world().post(body);
    expect(await world().ended()).toMatchObject({ current_stage: 'up_to_date' });
    expect(await page()).toContain(written);
    // So does one that takes the plan from before.
    await world().platform.blobs.unpublish('projects/sample/site/');
    await world().post(body);
    expect(await world().ended()).toMatchObject({ status: 'ready', current_stage: null });
    const writers = (await world().history()).map(({ writer }) => writer);
    expect(writers.filter((writer) => writer === 'offline writer')).toHaveLength(2);
  });
});
