import { appendFileSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './call.ts';
import type { DemoHome } from './open-home.ts';
import { repositoryOf } from './repositories.ts';
import { agentModel } from './story/agent-turns.ts';
import { talks } from './story/talks.ts';
import type { Calendar, DemoEvent } from './timeline.ts';

type Talk = (typeof talks)[number];

/** Files as a coding assistant writes them, a session each. */
export function sessionsEvents({ at }: Calendar): DemoEvent[] {
  return talks.map((talk, place) => {
    const begin = at(talk.day, 5, place * 5);
    return { at: begin, run: async ({ folder }) => write(folder, talk, place, begin) };
  });
}

function write(folder: string, talk: Talk, place: number, begin: Date): void {
  const { project, branch, title, lines } = talk;
  const id = `5e550000-0000-4000-8000-${String(place).padStart(12, '0')}`;
  const cwd = `/home/ada/${project}`;
  const projects = join(folder, 'sessions/projects');
  const file = join(projects, `-home-ada-${project}`, `${id}.jsonl`);
  mkdirSync(join(file, '..'), { recursive: true });
  const shared = { sessionId: id, cwd, gitBranch: branch, version: '2.0.1' };
  let time = begin.getTime();
  const entries: object[] = [{ type: 'summary', summary: title, leafUuid: `${id}-0` }];
  let isPrompt = true;
  for (const [at, line] of lines.entries()) {
    time += 40_000;
    const timestamp = new Date(time).toISOString();
    const more = { ...shared, uuid: `${id}-${at}`, timestamp };
    if (line.startsWith('$ ')) {
      const input = { command: line.slice(2) };
      const content = [{ type: 'tool_use', id: `tool_${at}`, name: 'Bash', input }];
      entries.push({ type: 'assistant', message: { role: 'assistant', content }, ...more });
      isPrompt = false;
      continue;
    }
    const type = isPrompt ? 'user' : 'assistant';
    const content = isPrompt ? line : [{ type: 'text', text: line }];
    entries.push({ type, message: { role: type, content }, ...more });
    if (isPrompt)
      addToHistory(join(folder, 'sessions'), { display: line, timestamp, project: cwd });
    isPrompt = !isPrompt;
  }
  appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  utimesSync(file, new Date(time), new Date(time));
}

function addToHistory(folder: string, prompt: object): void {
  appendFileSync(join(folder, 'history.jsonl'), `${JSON.stringify(prompt)}\n`);
}

/** Sessions end an hour after their last prompt, so they are of the last hour. */
export function agentEvents({ at }: Calendar): DemoEvent[] {
  const prompts = ['What does this project do?', 'Which file decides about retries?'];
  return prompts.map((message, place) => ({
    at: at(13, 10, 20 + place * 20),
    run: async (home: DemoHome) => void (await askAgent(home, message)),
  }));
}

/** Returns the id of the session. */
export async function askAgent({ folder, urls }: DemoHome, message: string): Promise<string> {
  const cwd = repositoryOf(folder, 'pelican-http');
  const body = { ...agentModel, system_prompt: 'You answer in two sentences.', cwd };
  const sessions = `${urls.agent}/sessions`;
  const { session_id: id } = await call<{ session_id: string }>(sessions, { body });
  await call(`${sessions}/${id}/prompt`, { body: { message } });
  return id;
}
