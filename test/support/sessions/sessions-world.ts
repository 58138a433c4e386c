import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '#core/platform/ports/environment.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, openWorld, type Home, type World } from '#test/support/world.ts';

export interface SessionsWorld extends World {
  /** The folder of the projects; in the cloud nothing reads it. */
  readonly folder: string;
  write(path: string, content: string | Uint8Array): Promise<void>;
  get(path: string): Promise<unknown>;
}

export const sessionsKey = 'the key of the stored sessions';
export const withKey = { authorization: `Bearer ${sessionsKey}` };

/** The session search, with files where this home keeps them. */
export async function openSessionsWorld(
  home: Home,
  environment: Environment = {},
): Promise<SessionsWorld> {
  const folder = await temporaryFolder();
  const projects = join(folder.path, 'projects');
  mkdirSync(projects);
  const world = await openWorld(home, 'sessions', {
    environment: { SESSIONINFO_DIR: projects, SESSIONINFO_KEY: sessionsKey, ...environment },
  });
  const { platform } = world;
  if (!platform.home.isOneMachine) await platform.blobs.deletePrefix('transcripts/');
  return {
    ...world,
    folder: projects,
    async write(path, content) {
      if (!platform.home.isOneMachine) await platform.blobs.put(`transcripts/${path}`, content);
      const file = path.includes('/') ? join(projects, path) : join(folder.path, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    async get(path) {
      const reply = await world.send({ path, headers: withKey });
      if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
      return reply.json();
    },
  };
}

/** Entries as lines, the way the assistant writes them. */
export function jsonl(...entries: readonly (object | string)[]): string {
  return entries
    .map((entry) => `${typeof entry === 'string' ? entry : JSON.stringify(entry)}\n`)
    .join('');
}

export function said(
  type: 'user' | 'assistant',
  content: string | readonly object[],
  more: object = {},
): object {
  return { type, message: { role: type, content }, ...more };
}

/** On a laptop, without a key, with one session and one prompt. */
export async function openSampleSessions(): Promise<SessionsWorld> {
  const world = await openSessionsWorld(onLocal, { SESSIONINFO_KEY: '' });
  const timestamp = '2026-03-01T10:00:00.000Z';
  const more = { uuid: 'u1', timestamp, cwd: '/home/ada/lantern', gitBranch: 'main' };
  await world.write('-home-ada-lantern/some.jsonl', jsonl(said('user', 'Light the lamp', more)));
  await world.write('history.jsonl', jsonl({ display: 'Light the lamp', timestamp }));
  return world;
}
