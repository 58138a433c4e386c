import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { abortGeneration } from '#core/docs/generate/end.ts';
import { projectFiles } from '#core/docs/project-files.ts';
import { sweepDocs } from '#core/docs/projects/sweep.ts';
import { projects } from '#core/docs/tables.ts';
import { readPublished } from '#test/support/docs/docs-world.ts';
import { acceptGeneration, asked, openGenerationHome } from '#test/support/docs/generation-home.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const child = fileURLToPath(new URL('../support/docs/generation-child.ts', import.meta.url));
const pages = 7;
const atOnce = 5;
const key = { owner: 'admin', name: 'sample' };
const patience = { interval: 20 };

let folder: string;

beforeEach(async () => {
  ({ path: folder } = await temporaryFolder());
  await acceptGeneration(folder, pages);
  // Answers when the gate of its kind is open, with a page that says which it is.
  const model = `IFS= read -r task
wait_at() { echo "$1" >> '${folder}/asked'; until [ -e "${folder}/gate-$1" ]; do sleep 0.05; done; }
case "$task" in
  *'"kind":"plan"'*) wait_at plan; cat '${folder}/plan.json' ;;
  *'"kind":"page"'*)
    wait_at page
    slug=\${task#*'"slug":"'}
    printf '# %s\\n\\nSee \`README.md:1\`.\\n\\nUSED FILES:\\n- README.md\\n' "\${slug%%'"'*}" ;;
  *) echo OK ;;
esac
`;
  writeFileSync(join(folder, 'model.sh'), model);
});

afterEach(async () => {
  openGate('plan');
  openGate('page');
});

const openGate = (kind: string) => writeFileSync(join(folder, `gate-${kind}`), '');
const calls = () => asked(folder).filter((kind) => kind === 'page').length;

/** Calls whose files are there, or those of them that have ended. */
function left(which: 'all' | 'ended' = 'all'): string[] {
  const place = join(folder, 'data', 'ai-calls');
  const names = existsSync(place) ? readdirSync(place) : [];
  const states = names.filter((name) => name.endsWith('.state'));
  const hasCode = (name: string) => readFileSync(join(place, name), 'utf8').split('\n').length > 2;
  return states.filter((name) => which === 'all' || hasCode(name));
}

/** A server so many hours from now: what one that was killed held has expired. */
function start(hours: number, ...more: string[]) {
  const words = [
    ...more,
    '--folder',
    folder,
    '--hours',
    String(hours),
    '--concurrency',
    String(atOnce),
  ];
  const server = spawn(process.execPath, [child, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  return { server, closed: once(server, 'close') as Promise<[number | null, string | null]> };
}

async function killedWhen(holds: () => unknown, ...more: string[]): Promise<void> {
  const { server, closed } = start(0, ...more);
  await expect.poll(holds, patience).toBe(true);
  server.kill('SIGKILL');
  expect(await closed).toEqual([null, 'SIGKILL']);
}

/** Steps of that kind that a second server has taken over. */
function takenOver(queue: string): number {
  using database = new DatabaseSync(join(folder, 'data', 'app.db'), { readOnly: true });
  const query = 'SELECT count(*) AS steps FROM job_leases WHERE id LIKE ? AND fence = 2';
  return Number(database.prepare(query).get(`${queue} %`)?.['steps']);
}

async function expectWhole(): Promise<void> {
  expect(asked(folder)).toEqual(['plan', ...Array<string>(pages).fill('page')]);
  const platform = openGenerationHome(folder, 5);
  expect(await platform.records.get(projects, key)).toMatchObject({
    ...{ status: 'ready', page_count: pages, error_pages: 0 },
  });
  for (let each = 1; each <= pages; each += 1) {
    const text = await readPublished(platform, projectFiles(key).site, `page-${each}.md`);
    expect(text).toContain(`# page-${each}\n`);
  }
  await platform.close();
  expect(left()).toEqual([]);
}

describe('a server that is killed while the model is asked', () => {
  it('asks nothing again (R1)', async () => {
    openGate('plan');
    await killedWhen(() => calls() === atOnce);
    const { closed } = start(1);
    await expect.poll(() => takenOver('docs-page'), patience).toBe(atOnce);
    openGate('page');
    expect(await closed).toEqual([0, null]);
    await expectWhole();
  });

  it('asks nothing again when it worked all steps (R1)', async () => {
    openGate('plan');
    await killedWhen(() => calls() === atOnce, '--here');
    const { closed } = start(1, '--here');
    await expect.poll(() => takenOver('docs-plan'), patience).toBe(1);
    openGate('page');
    expect(await closed).toEqual([0, null]);
    await expectWhole();
  });

  it('asks nothing again when it is killed twice (R1)', async () => {
    openGate('plan');
    await killedWhen(() => calls() === atOnce);
    const second = start(1);
    await expect.poll(() => takenOver('docs-page'), patience).toBe(atOnce);
    second.server.kill('SIGKILL');
    await second.closed;
    openGate('page');
    expect(await start(2).closed).toEqual([0, null]);
    await expectWhole();
  });

  it('asks nothing again when it was stopped (R1)', async () => {
    openGate('plan');
    const first = start(0);
    await expect.poll(() => calls() === atOnce, patience).toBe(true);
    first.server.kill('SIGTERM');
    expect(await first.closed).toEqual([0, null]);
    const { closed } = start(0);
    await expect.poll(() => takenOver('docs-page'), patience).toBe(atOnce);
    openGate('page');
    expect(await closed).toEqual([0, null]);
    await expectWhole();
  });

  it('ends the calls of a generation that was aborted meanwhile', async () => {
    openGate('plan');
    await killedWhen(() => calls() === atOnce);
    const platform = openGenerationHome(folder, 1);
    const project = await platform.records.get(projects, key);
    await abortGeneration(platform, project as NonNullable<typeof project>);
    await sweepDocs(platform);
    await expect.poll(() => left(), patience).toEqual([]);
    await platform.close();
    expect(calls()).toBe(atOnce);
  });
});
