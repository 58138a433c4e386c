import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projects } from '#core/docs/tables.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { appendProgress } from '#test/support/docs/append-progress.ts';
import { fakeShell, type FakeOptions } from '#test/support/command-line/fake-shell.ts';
import { hasTerminals, program } from '#test/support/processes/program.ts';
import { addRunning } from '#test/support/docs/running-generation.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey, onLocal, openWorld, type World } from '#test/support/world.ts';
import { docs } from '../../../scripts/commands/docs.ts';

let world: World;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const site = { owner: 'admin', name: 'site' };

beforeAll(async () => {
  [world, folder] = await Promise.all([openWorld(onLocal, 'docs'), temporaryFolder()]);
});
afterAll(async () => {
  await world?.close();
  await folder?.remove();
});
beforeEach(() => addProject(world.platform, { name: 'site' }, { 'index.html': 'x' }));

const environment = () => ({ LANTERN_DOCS_SERVER: world.url, LANTERN_DOCS_KEY: adminKey });
const exists = async (key: typeof site) =>
  (await world.platform.records.get(projects, key)) !== undefined;

const terminal = (typed: string | null, { variables = {}, ...more }: FakeOptions = {}) =>
  fakeShell({ typed, isTTY: true, variables: { ...environment(), ...variables }, ...more });

describe('lantern docs on a terminal', () => {
  it.each([
    ['y\n', undefined, false],
    ['n\n', 1, true],
    ['\n', 1, true],
    [null, 1, true],
  ])('asks before it deletes: %j', async (typed, status, isLeft) => {
    const { shell, heard } = terminal(typed);
    expect(await docs(['delete', 'site'], shell)).toBe(status);
    expect(heard.text).toContain('Delete site of admin and its site of 2 pages? This cannot be');
    expect(heard.text).toContain(isLeft ? 'Nothing was removed.' : 'Deleted site');
    expect(await exists(site)).toBe(isLeft);
  });

  it('draws a bar in one line, cut to the width of the terminal', async () => {
    const generation = await addRunning(world.platform, 'watched');
    const page = 'A title that is longer than any terminal is wide'.repeat(3);
    const state = { stage: 'generating_pages', pages_done: 1, pages_total: 4, page } as const;
    await appendProgress(world.platform, generation, state);
    await world.platform.records.update(
      projects,
      { owner: 'admin', name: 'watched' },
      { status: 'ready', page_count: 4 },
    );
    const { shell, heard } = terminal('', { columns: 64 });
    expect(await docs(['watch', 'watched'], shell)).toBe(0);
    const [drawn = '', after = ''] = heard.text.split('\r\u001b[K').slice(1);
    const text = drawn.replace(/\u001b\[\d+m/g, '');
    expect(text).toMatch(/^█████░{15} \d+ s · Writing pages · 1 of 4 · A title/);
    expect(text).toHaveLength(63);
    expect(after).toMatch(/^\u001b\[32mReady:\u001b\[39m 4 pages/);
  });

  const run = (words: string, typed: string, more = {}) =>
    program(['lantern.ts', 'docs', ...words.split(' ')], {
      cwd: folder.path,
      environment: { ...environment(), TERM: 'xterm-256color', ...more },
      typed,
    }).ended;

  it.runIf(hasTerminals)(
    'a real one: the question, and colours unless NO_COLOR is set',
    async () => {
      const coloured = await run('list', '');
      expect(coloured.stdout).toMatch(/\u001b\[1mNAME .*\u001b\[32mready\s*\u001b\[39m/s);
      expect((await run('list', '', { NO_COLOR: '1' })).stdout).not.toContain('\u001b[3');
      const kept = await run('delete site', 'n\n');
      expect([kept.code, await exists(site)]).toEqual([1, true]);
      const gone = await run('delete site', 'y\n');
      expect([gone.code, await exists(site)]).toEqual([0, false]);
      expect(gone.stdout).toMatch(/\[y\/N\].*Deleted site/s);
    },
  );
});
