import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { PlacedEntry } from '#core/platform/ports/logs.ts';
import { openStream } from '../../../scripts/commands/logs/stream.ts';
import { eachTest } from '#test/support/each-test.ts';
import { onBackend } from '#test/support/emulators/on-backend.ts';
import { logEntry } from '#test/support/logs/sample-logs.ts';
import { onAws, openWorld } from '#test/support/world.ts';

onBackend((on) => {
  describe('the live stream in the cloud', () => {
    const environment = { ENABLE_LOG_SERVER: 'true' };
    const world = eachTest(() => openWorld(onAws(on), 'webhook', { environment }));

    it('sends what was missed when the client speaks, then new entries (R6)', async () => {
      const append = (...texts: string[]) =>
        world().platform.logs.append(texts.map((text) => logEntry(text)));
      await append('one', 'two');
      const { entries } = await world().platform.logs.search({}, { limit: 1, order: 'oldest' });
      const after = entries[0]?.cursor;
      const socket = new WebSocket(`${world().url.replace('http', 'ws')}/logs/ws?after=${after}`);
      const arrived: string[] = [];
      socket.on('message', (data: Buffer) => {
        arrived.push((JSON.parse(String(data)) as PlacedEntry).message);
      });
      const shown: string[] = [];
      const commandLine = openStream(world().url, new URLSearchParams(), after ?? 0, (entry) => {
        shown.push(entry === 'gap' ? 'gap' : entry.message);
        return shown.length < 3;
      });
      await once(socket, 'open');
      socket.send('resume');
      await expect.poll(() => arrived).toEqual(['two']);
      await append('three');
      await append('four');
      await expect.poll(() => arrived).toEqual(['two', 'three', 'four']);
      expect(await commandLine).toEqual({ kind: 'done' });
      expect(shown).toEqual(['two', 'three', 'four']);
      socket.terminate();
    });
  });
});
