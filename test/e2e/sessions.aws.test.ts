import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onFirstBackend } from '#test/support/on-each-backend.ts';
import { recordingShell } from '#test/support/recording-shell.ts';
import { jsonl, openSessionsWorld, said, sessionsKey } from '#test/support/sessions-world.ts';
import { withKey } from '#test/support/sessions-world.ts';
import { onAws } from '#test/support/world.ts';
import { sessions } from '../../scripts/commands/sessions.ts';
import { sessionsContract } from './sessions-suite.ts';

onFirstBackend((on) => {
  sessionsContract('AWS', onAws(on));

  it('lantern sessions push uploads what is new or changed', async () => {
    const world = await openSessionsWorld(onAws(on));
    const file = join(world.folder, '-srv/one.jsonl');
    mkdirSync(join(world.folder, '-srv'));
    writeFileSync(file, jsonl(said('user', 'A lamp')));
    writeFileSync(join(world.folder, '-srv/.history.jsonl'), jsonl({ prompt: 'lamp?' }));
    writeFileSync(join(world.folder, '../history.jsonl'), jsonl({ display: 'lamp!' }));
    // The storage's clock has seconds.
    utimesSync(file, 1, 1);
    const push = async () => {
      const variables = { SESSIONINFO_DIR: world.folder, SESSIONINFO_KEY: sessionsKey };
      const shell = recordingShell(variables);
      const code = await sessions(['push', '--json', '--server-url', world.url], shell);
      return { code, ...(JSON.parse(shell.printed().stdout) as { pushed: number }) };
    };
    expect(await push()).toMatchObject({ code: 0, pushed: 3, failed: [] });
    expect(await world.get('/search/messages?q=LAMP')).toHaveLength(1);
    expect(await world.get('/search/history?q=lamp')).toHaveLength(2);
    appendFileSync(file, jsonl(said('user', 'Another lamp')));
    utimesSync(file, 1, 1);
    expect(await push()).toMatchObject({ code: 0 });
    expect(await world.get('/search/messages?q=lamp')).toHaveLength(2);
    for (const path of [
      '../x/y.jsonl',
      'a/b/c.jsonl',
      'x.jsonl',
      'a/.b.jsonl',
      'a/b.txt',
      '/a.jsonl',
    ]) {
      const reply = await world.send({
        ...{ method: 'POST', path: '/uploads', headers: withKey, body: { path } },
      });
      expect([path, reply.status]).toEqual([path, 422]);
    }
    await world.close();
  });
});
