import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDocsWorld, type DocsWorld } from '#test/support/docs/docs-world.ts';
import { found, needles, plantedEnvironment } from '#test/support/people/planted-secrets.ts';
import { liveWithSecrets, type SecretLife } from '#test/support/people/secret-life.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocalIn } from '#test/support/world.ts';

describe('secrets that come near the documentation service (S10)', () => {
  let world: DocsWorld;
  let data: Awaited<ReturnType<typeof temporaryFolder>>;
  let life: SecretLife;

  beforeAll(async () => {
    data = await temporaryFolder();
    const environment = { ...plantedEnvironment, LOG_LEVEL: 'DEBUG', TRUSTED_PROXIES: '127.0.0.1' };
    world = await openDocsWorld(onLocalIn(data.path), environment, { hasAllRoutes: true });
    life = await liveWithSecrets(world);
    expect(life.planted).toBeGreaterThanOrEqual(500);
  });
  afterAll(async () => {
    await world?.close();
    await data?.remove();
  });

  it('are in no answer and on no page', () => {
    expect(life.heard.length).toBeGreaterThan(300);
    const leaks = life.heard.flatMap(({ what, text }) =>
      found(text).map((secret) => [what, secret]),
    );
    expect(leaks).toEqual([]);
  });

  it('are in no archive', () => {
    expect(life.archives.length).toBeGreaterThan(1);
    expect(life.archives.flatMap((text) => found(text))).toEqual([]);
  });

  it('are in no line of the log', () => {
    expect(world.logs.length).toBeGreaterThan(8);
    expect(
      world.logs.flatMap((line) => found(JSON.stringify(line)).map((secret) => [line, secret])),
    ).toEqual([]);
  });

  it('are in no file of the service: rows, queues, feeds, sites, answers', async () => {
    // The aborted command is killed, and what it said goes with it.
    const calls = join(data.path, 'ai-calls');
    await expect.poll(() => readdirSync(calls)).toEqual([]);
    const names = readdirSync(data.path, { recursive: true, withFileTypes: true });
    const files = names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    expect(files.map((file) => file.slice(data.path.length + 1))).toContain('app.db-wal');
    const leaks = files.flatMap((file) =>
      found(readFileSync(file, 'latin1'), [...needles, ...life.made]).map((secret) => [
        file,
        secret,
      ]),
    );
    expect(leaks).toEqual([]);
  });

  it('lie where no other user of the machine reads', () => {
    /** What others may read: a folder of ours alone hides what is in it. */
    const readable = (path: string): string[] => {
      const found = statSync(path);
      if ((found.mode & 0o077) === 0) return [];
      if (!found.isDirectory()) return [path];
      return [path, ...readdirSync(path).flatMap((name) => readable(join(path, name)))];
    };
    const names = readdirSync(data.path);
    expect(names).toEqual(expect.arrayContaining(['ai-calls', 'app.db', 'clones', 'trees']));
    expect(names.flatMap((name) => readable(join(data.path, name)))).toEqual([]);
  });

  it('are in no argument of the model’s command, and in no prompt', () => {
    expect(world.calls().length).toBeGreaterThan(7);
    expect(found(JSON.stringify(world.calls()))).toEqual([]);
  });

  it('are shown once only, where they are keys of ours', () => {
    const texts = [
      ...life.heard.map(({ text }) => text),
      ...life.archives,
      ...world.logs.map((line) => JSON.stringify(line)),
      JSON.stringify(world.calls()),
    ];
    expect(life.made.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([]);
  });
});
