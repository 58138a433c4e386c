import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenBy } from '#core/docs/generate/asking/writer.ts';
import { asAdmin } from '#test/support/actors.ts';
import { openDocsWorld } from '#test/support/docs/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey, onLocalWith } from '#test/support/world.ts';
import { offlineWriterCommand } from '../../../scripts/offline-writer/command.ts';

describe('a site of the offline writer', () => {
  const world = eachTest(async () => {
    const { path: programs } = await temporaryFolder();
    const opened = await openDocsWorld(
      onLocalWith({ standIn: offlineWriterCommand }),
      { AI_CLI_PROVIDER_A: '', PATH: `/usr/bin:/bin:${programs}` },
      { hasAllRoutes: true },
    );
    return { ...opened, programs };
  });
  const page = async () =>
    (await world().send({ path: '/projects/sample', headers: asAdmin })).text.replace(/\s+/g, ' ');

  it('is not said to be a model’s', async () => {
    world().commit({ 'README.md': '# Sample\n\nIt does things.\n' });
    const body = { repo_url: world().url };
    await world().post(body);
    const offline = { ai_provider: 'offline', ai_model: '' };
    expect(await world().ended()).toMatchObject({ status: 'ready', ...offline });
    expect(await world().history()).toMatchObject([{ ...offline, writer: 'offline' }]);
    const written = '<dt>Written by</dt> <dd>offline</dd>';
    expect(await page()).toContain(written);
    // Who writes the next time is decided then.
    expect(await page()).not.toMatch(/name="ai_provider" value/);
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
    expect(writers.filter((writer) => writer === 'offline')).toHaveLength(3);
    // The command line and the page agree.
    const { stdout } = await program(['lantern.ts', 'docs', 'show', 'sample'], {
      cwd: world().folder,
      environment: { LANTERN_SERVER: world().serviceUrl, LANTERN_KEY: adminKey },
    }).ended;
    expect(stdout).toMatch(/^Written by +offline$/m);
  });

  it('says who writes next as soon as a model is installed', async () => {
    world().commit({ 'README.md': '# Sample\n\nIt does things.\n' });
    await world().post({ repo_url: world().url });
    await world().ended();
    expect(await page()).toContain('Regenerating uses the built-in offline writer.');
    await writeFile(join(world().programs, 'claude'), '#!/bin/sh\n', { mode: 0o755 });
    await world().clock.advance(10_000);
    expect(await page()).toContain('<dt>Written by</dt> <dd>offline</dd>');
    expect(await page()).toContain('Regenerating uses Claude Code (sonnet).');
  });

  it.each([
    [{ ai_provider: 'provider_b' }, 'Gemini CLI', `(gemini-2.5-pro): 'gemini' not found in PATH`],
    [{ ai_model: 'm-1' }, 'Claude Code', `(m-1): 'claude' not found in PATH`],
  ])('is none for %j, which is not installed', async (chosen, title, text) => {
    world().commit({ 'README.md': '# Sample\n' });
    await world().post({ repo_url: world().url, ...chosen });
    const { status, error_message, ai_provider } = await world().ended();
    expect([status, error_message]).toEqual(['error', `${ai_provider} ${text}`]);
    const shown = (await page()).replaceAll('&#39;', "'");
    expect(shown).toContain(`${title} ${text}`);
    expect(shown.replace(/<option[^>]*>|<input[^>]*>/g, '')).not.toContain('provider_');
  });

  it('has no model, even where a first run failed', () => {
    expect(writtenBy({ ai_provider: 'offline', ai_model: '' }, [])).toBe('offline');
  });

  it('is chosen by no request', async () => {
    const reply = await world().post({ repo_url: world().url, ai_provider: 'offline' });
    expect(reply.status).toBe(400);
  });
});
