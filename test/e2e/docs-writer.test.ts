import { describe, expect, it } from 'vitest';
import { asAdmin } from '#test/support/actors.ts';
import { openDocsWorld } from '#test/support/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { program } from '#test/support/program.ts';
import { adminKey, onLocalWith } from '#test/support/world.ts';
import { offlineWriterCommand } from '../../scripts/offline-writer/command.ts';

describe('a site of the offline writer', () => {
  const world = eachTest(() =>
    openDocsWorld(
      onLocalWith({ standIn: offlineWriterCommand }),
      { AI_PROVIDER: 'provider_b' },
      { hasAllRoutes: true },
    ),
  );
  const page = async () =>
    (await world().send({ path: '/projects/sample', headers: asAdmin })).text.replace(/\s+/g, ' ');

  it('is not said to be a model’s', async () => {
    world().commit({ 'README.md': '# Sample\n\nIt does things.\n' });
    const body = { repo_url: world().url, ai_provider: 'provider_b', ai_model: 'm-1' };
    await world().post(body);
    expect(await world().ended()).toMatchObject({ status: 'ready', ai_model: 'm-1' });
    const written = '<dt>Written by</dt> <dd>offline writer</dd>';
    expect(await page()).toContain(written);
    // The footer says it; what is searched and copied does not.
    const file = (name: string) => world().send({ path: `/docs/sample/${name}`, headers: asAdmin });
    for (const name of ['index.html', 'overview.html', '404.html']) {
      expect((await file(name)).text, name).toContain('>Written without an AI model</span>');
    }
    for (const name of ['overview.md', 'llms-full.txt', 'search-index.json', 'search/page.0.js']) {
      const { status, text } = await file(name);
      expect([status, text], name).toEqual([200, expect.not.stringContaining('AI model')]);
    }
    // A run that finds nothing new leaves it so.
    await world().post(body);
    expect(await world().ended()).toMatchObject({ current_stage: 'up_to_date' });
    expect(await page()).toContain(written);
    // So does one that takes the plan from before.
    await world().platform.blobs.deletePrefix('projects/sample/site/');
    await world().post(body);
    expect(await world().ended()).toMatchObject({ status: 'ready', current_stage: null });
    const writers = (await world().history()).map(({ writer }) => writer);
    expect(writers.filter((writer) => writer === 'offline writer')).toHaveLength(2);
    // The command line and the page agree.
    const { stdout } = await program(['lantern.ts', 'docs', 'show', 'sample'], {
      cwd: world().folder,
      environment: { LANTERN_SERVER: world().serviceUrl, LANTERN_KEY: adminKey },
    }).ended;
    expect(stdout).toMatch(/^Written by +offline writer$/m);
  });

  it('is announced before the click', async () => {
    const { text } = await world().send({ path: '/', headers: asAdmin });
    const home = text.replace(/\s+/g, ' ');
    expect(home).toContain(
      'No AI program is installed here, so <strong>the built-in offline writer',
    );
    expect(home).toContain('Gemini CLI: not installed, the offline writer answers');
  });
});
