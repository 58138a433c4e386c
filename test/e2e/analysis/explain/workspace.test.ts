import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openCi } from '#core/analysis/intake/ci/open-ci.ts';
import { startJenkins } from '#test/support/analysis/jenkins/jenkins.ts';
import { eachTest } from '#test/support/each-test.ts';
import { submodule, symlink, type TreeEntry } from '#test/support/git/git-repository.ts';
import { answer, openExplainWorld } from '#test/support/analysis/explain-world.ts';
import { homes } from '#test/support/homes.ts';

const token = 'Zq9-known-to-the-requester';
const operators = 'Zq9-known-to-the-operator';

const entriesBelow = (directory: string) =>
  readdir(directory, { recursive: true, withFileTypes: true });

/** Repositories of a job, cloned from a code host. */
describe.each(homes())('workspaces on $name', ({ home }) => {
  describe('the workspace of a job', () => {
    const world = eachTest(() => openExplainWorld(home));
    const repo = (name: string, url: string, ref = '') => ({ name, url, ref });

    async function filesOf(job: string) {
      const tree = await world().platform.trees.open(job);
      const files = await tree?.files(100);
      await tree?.close();
      return files;
    }

    it('has all repositories side by side, at their refs', async () => {
      const tests_repo_url = world().repository('app', { 'a.spec.ts': 'x' });
      const url = world().repository('other', { 'main.py': 'x' });
      const { job, notes } = await world().job({
        ...{ tests_repo_url, tests_repo_ref: 'main' },
        additional_repos: [repo('app', url, 'refs/heads/main'), repo('lib', url)],
      });
      expect(notes).toEqual([]);
      expect(await filesOf(job.id)).toEqual(['app-tests/a.spec.ts', 'app/main.py', 'lib/main.py']);
      await world().platform.trees.forget(job.id);
    });

    it('does without a repository that cannot be cloned, and notes it', async () => {
      const url = world().repository('app', { a: 'x' });
      const { job, notes } = await world().job({
        additional_repos: [
          ...[repo('app', url), repo('gone', world().server.url('gone'))],
          ...[repo('ref', url, 'none'), repo('local', 'file:///etc'), repo('flag', '-uhttps://x/')],
        ],
      });
      expect(await filesOf(job.id)).toEqual(['app/a']);
      expect(notes).toEqual([
        expect.stringMatching(/^Repository gone: Clone failed: .*not found/),
        expect.stringMatching(/^Repository ref: Clone failed: .*neither a branch nor a tag 'none'/),
        expect.stringMatching(/^Repository local: Over ssh only/),
        expect.stringMatching(/^Repository flag: Over ssh only/),
      ]);
    });

    it('has the artifacts of the build, which a model may quote (S6)', async () => {
      const jenkins = await startJenkins();
      const { fetch, trees, clock } = world().platform;
      const access = { kind: 'jenkins', user: jenkins.user, password: jenkins.token } as const;
      const reach = { url: jenkins.url, verifyTls: true, timeoutSeconds: 30, isTrusted: true };
      const ci = openCi({ fetch, trees, clock }, { ...access, ...reach });
      const artifacts = {
        'logs/app.log': 'line 1\nno space left on device\n',
        'reports.zip': zipSync({ 'a.xml': Buffer.from('<a/>') }),
        '../out': 'x',
      };
      jenkins.add('job', 7, { artifacts });
      const root = await ci.build('job', 7);
      const source = root && { ci, root };
      for (const withRepository of [true, false]) {
        const quote = 'build-artifacts/logs/app.log:2: no space left on device';
        world().say('provider_a', answer('INFRASTRUCTURE', { artifacts_evidence: quote }));
        const url = world().repository('app', { 'main.py': 'x' });
        const tests = withRepository ? { tests_repo_url: url } : {};
        const { job, notes } = await world().job(tests, {}, source);
        expect(await filesOf(job.id)).toEqual([
          ...(withRepository ? ['app/main.py'] : []),
          ...['build-artifacts/logs/app.log', 'build-artifacts/reports.zip.unpacked/a.xml'],
        ]);
        expect(notes).toEqual(['Artifacts that were not read: ../out: the name is not safe']);
        const row = await world().explain(job);
        expect(row.detail?.artifacts_evidence).toBe(quote);
        const { prompt = '' } = world().calls('provider_a').at(-1) ?? {};
        expect(prompt).toContain('folder build-artifacts has the artifacts');
        expect(prompt.includes('has the repositories')).toBe(withRepository);
        await world().platform.trees.forget(job.id);
      }
      await jenkins.close();
    });

    it('is cloned with the tokens of the request, which nothing keeps (S10)', async () => {
      world().server.behaviour = { token };
      world().say('provider_a', answer('CODE ISSUE'));
      const url = world().repository('app', { a: 'x' });
      const { job, notes } = await world().job(
        { tests_repo_url: url, additional_repos: [repo('one', url), repo('two', url)] },
        { tests_repo_token: `ci:${token}`, additional_repo_tokens: { one: token } },
      );
      expect(notes).toEqual([expect.stringMatching(/^Repository two: Clone failed: .*login/)]);
      const group = await world().explain(job);
      const tree = await world().platform.trees.open(job.id);
      const contents: string[] = [];
      for (const entry of await entriesBelow((await tree?.directory()) ?? '')) {
        if (entry.isFile())
          contents.push(await readFile(join(entry.parentPath, entry.name), 'utf8'));
      }
      await tree?.close();
      expect(contents).toEqual(['x', 'x']);
      const sent = world().server.authorizations.filter(Boolean);
      expect(new Set(sent).size).toBe(2);
      const [call] = world().calls('provider_a');
      expect(JSON.stringify([job, notes, world().logs, call])).not.toContain(token);
      expect(group.job).toBe(job.id);
    });
  });

  describe('the logins of the server', () => {
    const world = eachTest(() =>
      openExplainWorld(home, (server) => ({
        ...{
          GIT_TOKENS: `127.0.0.1=oauth2:${operators}`,
          TESTS_REPO_URL: server.url('configured'),
        },
        ...{ ADDITIONAL_REPOS: 'lib:git@127.0.0.1:team/lib.git', PATH: process.env['PATH'] ?? '' },
      })),
    );

    it.each([
      ['configured', []],
      ['another', [expect.stringMatching(/^Repository another: Clone failed: .*login/)]],
    ])('are used for %s repository of the operator alone', async (name, expected) => {
      world().server.behaviour = { token: operators };
      const url = world().repository(name, { a: 'x' });
      const { notes } = await world().job({ tests_repo_url: url });
      expect(notes).toEqual(expected);
    });

    it.each([
      ['git@127.0.0.1:team/lib.git', /^Repository lib: Clone failed: /],
      ['git@127.0.0.1:team/li', /^Repository li: Over ssh only repositories of TESTS_REPO_URL/],
      ['ssh://git@127.0.0.1/team/lib.git', /^Repository lib: Over ssh only/],
      ['http://127.0.0.1/team/lib.git', /^Repository lib: .*https:\/\//],
    ])('are used for %s as configured', async (url, note) => {
      const { notes } = await world().job({ tests_repo_url: url });
      expect(notes).toEqual([expect.stringMatching(note)]);
    });
  });

  describe('a hostile repository', () => {
    const world = eachTest(() => openExplainWorld(home));
    const hostile: Record<string, TreeEntry> = {
      'APP_PROMPT.md': symlink('/etc/passwd'),
      link: symlink('/etc/passwd'),
      folder: symlink('/etc'),
      module: submodule(),
      '.gitmodules': '[submodule "module"]\n\tpath = module\n\turl = ext::touch /tmp/x\n',
      '.gitattributes': '* filter=evil\n',
      'a.ts': 'one\n',
    };

    it('shows nothing outside itself, and no quote or fix is from there (S3)', async () => {
      world().say('provider_a', {
        json: {
          ...{ classification: 'CODE ISSUE', details: 'd' },
          artifacts_evidence: 'shop/link:1: root:x:0:0\nfolder/passwd:1: root:x\na.ts:1: one',
          code_fix: { file: 'folder/passwd', line: '1', change: 'x' },
        },
      });
      const { job, notes } = await world().job({
        tests_repo_url: world().repository('shop', hostile),
      });
      expect(notes).toEqual([]);
      const group = await world().explain(job);
      expect(group).toMatchObject({
        ...{ unverified_quotes: 2, fix_file: null },
        detail: { code_fix: false, artifacts_evidence: 'a.ts:1: one' },
      });
      expect(world().calls('provider_a')[0]?.prompt).not.toContain('root:x');
      const tree = await world().platform.trees.open(job.id);
      const entries = await entriesBelow((await tree?.directory()) ?? '');
      await tree?.close();
      expect(entries.map(({ name }) => name)).toContain('a.ts');
      expect(entries.filter((entry) => entry.name === '.git' || entry.isSymbolicLink())).toEqual(
        [],
      );
    });
  });
});
