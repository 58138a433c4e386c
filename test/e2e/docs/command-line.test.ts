import { execFileSync, spawnSync } from 'node:child_process';
import { openSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projects } from '#core/docs/tables.ts';
import { addProject } from '#test/support/docs/add-project.ts';
import { addUser, asAdmin } from '#test/support/actors.ts';
import { renderedSite } from '#test/support/docs/rendered-site.ts';
import { appendProgress } from '#test/support/docs/append-progress.ts';
import { program } from '#test/support/processes/program.ts';
import { readTar } from '#test/support/docs/read-tar.ts';
import { addRunning } from '#test/support/docs/running-generation.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { adminKey, onLocal, openWorld, type World } from '#test/support/world.ts';
import { docs } from '../../../scripts/commands/docs.ts';
import { printError } from '../../../scripts/program/main.ts';

describe('lantern docs', () => {
  let world: World;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const plan_json = JSON.stringify({
    project_name: 'x',
    tagline: '',
    navigation: [{ group: 'Begin', pages: [{ slug: 'a', title: 'A\u001b[31m', description: '' }] }],
  });

  beforeAll(async () => {
    [world, folder] = await Promise.all([openWorld(onLocal, 'docs'), temporaryFolder()]);
    process.chdir(folder.path);
  });
  afterAll(async () => {
    process.chdir(import.meta.dirname);
    await world?.close();
    await folder?.remove();
  });
  beforeEach(() => addProject(world.platform, { name: 'site', plan_json }, { 'index.html': 'x' }));

  const start = (words: string, environment: Record<string, string> = {}) =>
    program(['lantern.ts', 'docs', ...words.split(' ')], {
      cwd: folder.path,
      environment: { LANTERN_DOCS_SERVER: world.url, LANTERN_DOCS_KEY: adminKey, ...environment },
    });
  /** In this process: most cases need no program of their own. */
  async function run(words: string, environment: Record<string, string> = {}) {
    const variables = {
      LANTERN_DOCS_SERVER: world.url,
      LANTERN_DOCS_KEY: adminKey,
      ...environment,
    };
    const set = Object.entries(variables).filter(([, value]) => value !== '');
    const shell = recordingShell(Object.fromEntries(set));
    const ended = docs(words.split(' '), shell).catch((error: unknown) =>
      printError(error, shell.stderr),
    );
    return { code: (await ended) ?? 0, ...shell.printed() };
  }

  it('lists and shows projects, as text without control characters and as data', async () => {
    const listed = await run('list');
    expect(listed.stdout).toMatch(
      /^NAME +OWNER +STATUS .*\nsite +admin +ready +2 +ccccccc +(last|\d+) \w+( ago)?\n$/,
    );
    const shown = await run('show site');
    expect(shown.stdout).toContain('\nBegin\n  A [31m (a)\n');
    const data = JSON.parse((await run('show site --json')).stdout) as object;
    expect(data).toMatchObject({ name: 'site', plan: { project_name: 'x' } });
    // The plan once: not as a text as well.
    expect(data).not.toHaveProperty('plan_json');
    const [entry] = (JSON.parse((await run('list --json')).stdout) as { projects: object[] })
      .projects;
    expect(entry).toMatchObject({ name: 'site', last_generated: '2026-03-01T11:00:00.000Z' });
  });

  it('searches all sites', async () => {
    const sections = [{ slug: 'a', title: 'A', description: '' }];
    const plan = {
      project_name: 'dock',
      tagline: '',
      navigation: [{ group: 'G', pages: sections }],
    };
    const markdown = new Map([['a', '# A\n\n## Kedge\n\nIt holds.\n']]);
    const { files } = await renderedSite({ plan, markdown });
    const site = Object.fromEntries(files.map(({ path, body }) => [path, body]));
    await addProject(world.platform, { name: 'dock' }, site);
    const { code, stdout } = await run('search kedge holds');
    const address = `${world.url}/docs/dock/a.html#kedge`;
    expect([code, stdout]).toEqual([0, `dock: A › Kedge\n  It holds.\n  ${address}\n`]);
    expect(JSON.parse((await run('search kedge --json')).stdout)).toMatchObject({ next: null });
    expect(await run('search nowhere')).toMatchObject({ code: 1, stdout: 'Nothing found\n' });
    expect((await run('search')).code).toBe(2);
    await world.send({ method: 'DELETE', path: '/api/projects/dock', headers: asAdmin });
  });

  it('downloads the site', async () => {
    const { code, stdout } = await run('download site');
    expect([code, stdout]).toEqual([0, 'Written to site-docs.tar.gz\n']);
    const bytes = await readFile(join(folder.path, 'site-docs.tar.gz'));
    expect(readTar(gunzipSync(bytes)).map(({ name }) => name)).toEqual([
      ...['site/', 'site/index.html'],
    ]);
  });

  it('writes a site into a pipe, which stays one', async () => {
    const pipe = join(folder.path, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [read, { code }] = await Promise.all([readFile(pipe), run('download site -o pipe')]);
    expect([code, gunzipSync(read).length > 0, statSync(pipe).isFIFO()]).toEqual([0, true, true]);
  });

  it.runIf(process.platform === 'linux')(
    'says that its output is lost, as on a full disk (R7)',
    () => {
      const words = [join(import.meta.dirname, '../../../scripts/lantern.js'), 'docs', 'help'];
      const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
      const { status, stderr } = spawnSync(process.execPath, words, { stdio: [...stdio] });
      const message = 'Error: Standard output cannot be written (ENOSPC)\n';
      expect([status, stderr.toString()]).toEqual([1, message]);
    },
  );

  it.each([['a folder that is not there', 'none/site.tar.gz', 'ENOENT']])(
    'says in a line that it cannot write to %s',
    async (_, file, reason) => {
      const { code, stderr } = await run(`download site -o ${file}`);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(new RegExp(`^Error: ${file} cannot be written \\((${reason})\\)\n$`)),
      ]);
    },
  );

  it('generates, by URL', async () => {
    const { code, stdout } = await run('generate https://code.example/team/new --json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { project: 'new', status: 'generating' }]);
  });

  it('asks before the site of another repository is replaced, and gives it another name', async () => {
    const words = 'generate https://code.example/other/site';
    const asked = await run(words);
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringMatching(/^Error: No terminal to ask for confirmation: add --yes to replace/),
    ]);
    const named = await run(`${words} --name other-site --json`);
    expect(JSON.parse(named.stdout)).toEqual({ project: 'other-site', status: 'generating' });
    const replaced = await run(`${words} --yes`);
    expect([replaced.code, replaced.stderr]).toEqual([
      0,
      expect.stringMatching(/^'site' documented \S+: its site is replaced\n$/),
    ]);
  });

  it('retries failed pages, and names the site that a failed generation has left', async () => {
    const site = { commit_sha: 'c'.repeat(40), generated_at: '2026-03-01T11:00:00.000Z' };
    await world.platform.records.update(
      projects,
      { owner: 'admin', name: 'site' },
      { status: 'error', site: { ...site, page_count: 20, error_pages: 0 } },
    );
    expect((await run('show site')).stdout).toMatch(
      /\nSite +20 pages of .+, commit ccccccc, still served\n/,
    );
    const { code, stdout } = await run('retry site');
    expect([code, stdout]).toEqual([
      0,
      'Generating site. Follow it with: lantern docs watch site\n',
    ]);
  });

  it('estimates what a generation takes, with the limit that it would have', async () => {
    const { code, stdout } = await run('estimate https://code.example/team/new --max-cost 2.5');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Written by +\S[^]*\nPages +2 to 60\n/),
    ]);
  });

  it.each([
    ['estimate', 2, /^Error: Give the URL or folder of a repository/],
    [
      'generate https://code.example/a/b --max-cost 0',
      2,
      /^Error: --max-cost must be an amount of US/,
    ],
    ['generate ssh://-x/y', 1, /^Error: .+\n$/],
    ['generate .', 1, /^Error: .+\n$/],
    ['retry site', 1, "Error: No page of 'site' has failed\n"],
    ['retry', 2, /^Error: Give the name of a project/],
    ['delete none --yes', 1, "Error: Project 'none' not found\n"],
    ['delete site', 2, /^Error: No terminal to ask for confirmation: add --yes to remove without/],
    ['abort site', 1, "Error: No generation of 'site' is running\n"],
    ['rotate-key', 1, /^Error: ADMIN_KEY users cannot rotate keys/],
    ['nonsense', 2, "Error: Unknown command 'nonsense'. See lantern docs help\n"],
    ['show', 2, 'Error: Give the name of a project. See lantern docs show --help\n'],
    ['list --server nowhere', 2, /^Error: The address of the server must be a URL/],
    [
      'list --server http://127.0.0.1:1',
      1,
      /^Error: Could not reach 127.0.0.1:1: connection refused/,
    ],
  ])('%s ends with %i', async (words, status, text) => {
    const { code, stdout, stderr } = await run(words);
    expect([code, stdout]).toEqual([status, '']);
    expect(stderr).toMatch(typeof text === 'string' ? text : new RegExp(text));
  });

  it('says what a local folder needs', async () => {
    const key = await addUser(world, 'uma');
    const { code, stderr } = await run('generate /some/folder', { LANTERN_DOCS_KEY: key });
    expect([code, stderr]).toEqual([
      ...[1, 'Error: Local repo path access requires admin privileges\n'],
    ]);
  });

  it('repeats no text of a validator and no name of the interface', async () => {
    const long = 'x'.repeat(5_000);
    const refused = [
      [`generate https://a.example/${long}`, 'Give the URL or folder of a repository'],
      [
        `generate https://a.example/b --branch ${long}`,
        '--branch must be the name of a branch or tag',
      ],
      ['generate . --branch main', '--branch goes with the URL'],
    ];
    for (const [words = '', text] of refused) {
      const { code, stderr } = await run(words);
      expect([code, stderr]).toEqual([1, expect.stringContaining(text ?? '')]);
      expect(stderr).not.toMatch(/repo_url|repo_path|ai_|Too |expected/);
    }
  });

  it('is a program that says its version, and one line when something is wrong', async () => {
    const version = program(['lantern.ts', '--version'], { cwd: folder.path });
    expect((await version.ended).stdout).toMatch(/^lantern \d+\.\d+\.\d+\n$/);
    const { code, stderr } = await start('nonsense').ended;
    expect([code, stderr]).toEqual([
      2,
      "Error: Unknown command 'nonsense'. See lantern docs help\n",
    ]);
  });

  it('sends ADMIN_KEY to this machine, and a key only from the environment', async () => {
    const environment = { LANTERN_DOCS_KEY: '', ADMIN_KEY: adminKey };
    expect((await run('list', environment)).code).toBe(0);
    const { code, stderr } = await run('list', { LANTERN_DOCS_KEY: '' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('set LANTERN_DOCS_KEY')]);
  });

  it('makes users, lets them in, gives them new keys and removes them', async () => {
    const made = JSON.parse((await run('users add vic --role viewer --json')).stdout) as {
      api_key: string;
    };
    const asVic = { LANTERN_DOCS_KEY: made.api_key };
    expect((await run('show site', asVic)).code).toBe(1);
    expect((await run('grants add site vic')).stdout).toBe('vic can read site of admin\n');
    expect((await run('grants site')).stdout).toBe('USERNAME\nvic\n');
    expect((await run('show site', asVic)).code).toBe(0);
    expect((await run('rotate-key', asVic)).stdout).toMatch(/shown once.*\napp_\S{43}\n$/s);
    expect((await run('list', asVic)).code).toBe(1);
    expect((await run('users')).stdout).toMatch(/\nvic +viewer +(last|\d+) \w+/);
    expect((await run('grants remove site vic')).code).toBe(0);
    expect((await run('users remove vic --yes')).stdout).toBe('Removed vic\n');
  });

  describe('--watch', () => {
    async function running(name: string) {
      const generation = await addRunning(world.platform, name);
      await appendProgress(world.platform, generation, { stage: 'planning', elapsed_seconds: 2 });
      return generation;
    }
    const end = (name: string, status: 'ready' | 'error', error_message: string | null) =>
      world.platform.records.update(
        projects,
        { owner: 'admin', name },
        { status, error_message, page_count: 3, last_commit_sha: 'd'.repeat(40) },
      );

    // What `generate --watch` does once the request is accepted.
    const watch = (name: string) => start(`watch ${name}`);

    it('shows a line for each change and the result', async () => {
      const generation = await running('watched');
      const watching = watch('watched');
      await watching.printed(/^2 s · Planning the pages$/);
      await appendProgress(world.platform, generation, {
        ...{ stage: 'generating_pages', pages_done: 1, pages_total: 3, page: 'Setup' },
        ...{ elapsed_seconds: 5, input_tokens: 1000, output_tokens: 500, cost_usd: 0.01 },
      });
      await watching.printed(/^5 s · Writing pages · 1 of 3 · Setup · 1,500 tokens, \$0.010$/);
      await end('watched', 'ready', null);
      await appendProgress(world.platform, generation, { stage: 'rendering', ended: 'ready' });
      const { code, stdout } = await watching.ended;
      expect(code).toBe(0);
      expect(stdout).toMatch(/Ready: 3 pages, commit ddddddd\nhttp:\S+\/docs\/watched\/\n$/);
    });

    it('leaves the generation running at Ctrl-C, and says so', async () => {
      await running('left');
      const watching = watch('left');
      await watching.printed(/Planning/);
      watching.kill('SIGINT');
      const { code, stderr } = await watching.ended;
      expect([code, stderr]).toEqual([
        ...[130, 'left is still being generated. Stop it: lantern docs abort left\n'],
      ]);
      const row = await world.platform.records.get(projects, { owner: 'admin', name: 'left' });
      expect(row?.status).toBe('generating');
    });
  });
});
