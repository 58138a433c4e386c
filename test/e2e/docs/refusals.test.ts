import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generations, projects } from '#core/docs/tables.ts';
import { addUser, asAdmin, bearer } from '#test/support/actors.ts';
import { openDocsWorld, rules } from '#test/support/docs/docs-world.ts';
import { eachTest } from '#test/support/each-test.ts';
import { homes } from '#test/support/homes.ts';

/** What POST /api/generate and abort refuse, in which order and in which words. */
describe.each(homes())('requests on $name', ({ name, home }) => {
  const world = eachTest(() => openDocsWorld(home));
  const url = 'https://code.example/team/app';

  async function refused(body: object | string, headers: Record<string, string> = asAdmin) {
    const sent = { method: 'POST', path: '/api/generate', body };
    const reply = await world().send({ ...sent, headers });
    expect((await world().platform.records.list(projects)).rows).toEqual([]);
    expect((await world().platform.records.list(generations)).rows).toEqual([]);
    return [reply.status, (reply.json() as { detail: string }).detail];
  }

  const both = { repo_url: url, repo_path: '/srv/app' };
  const exactlyOne = 'body: Exactly one of repo_url and repo_path must be given';

  describe('are refused', () => {
    it.each<[string, object | string, number, string | RegExp]>([
      ['malformed JSON', '{', 400, 'Invalid JSON body'],
      ['neither', {}, 422, exactlyOne],
      ['both', both, 422, exactlyOne],
      ['an unknown field', { repo_url: url, depth: 1 }, 422, 'depth: Unknown field'],
      ['another type', { repo_url: 5 }, 422, /^repo_url: /],
      ['no time', { repo_url: url, ai_cli_timeout: 0 }, 422, /^ai_cli_timeout: /],
      ['a text as force', { repo_url: url, force: 'yes' }, 422, /^force: /],
      ['an unknown provider', { repo_url: url, ai_provider: 'other' }, 400, /^Unknown AI provider/],
      ['an option as model', { repo_url: url, ai_model: '-c' }, 400, 'Invalid AI model'],
      ['a name that is none', { repo_url: 'https://h.example/a/b c' }, 400, /URL/],
      ['an option as ref', { repo_url: url, branch: '--upload-pack=x' }, 400, /branch or tag/],
    ])('%s', async (_, body, status, detail) => {
      const matching: unknown = typeof detail === 'string' ? detail : expect.stringMatching(detail);
      expect(await refused(body)).toEqual([status, matching]);
    });

    it.each([
      ...['http://h.example/a/b', 'file:///etc', 'git://h.example/a', 'ext::sh -c x', 'fd::7'],
      ...['--upload-pack=touch /tmp/x', '-oProxyCommand=x', 'https://u:p@h.example/a/b'],
      ...['ssh://-oProxyCommand=x/a', 'git@h.example:--x', 'HTTP://h.example/a', 'C:\\repo', 'a b'],
      ...['https://h.example/a\nb', 'https://h.example/a\u0000b', 'ssh://u:p@h.example/a'],
    ])('the repository %j (S1, S2)', async (repo_url) => {
      expect(await refused({ repo_url })).toEqual([
        400,
        expect.stringMatching(/^Invalid repository URL: /),
      ]);
    });

    it('in the order that is promised', async () => {
      const [viewer, user] = [
        await addUser(world(), 'vic', 'viewer'),
        await addUser(world(), 'uma', 'user'),
      ];
      const wrong = { repo_path: 'not/absolute', ai_provider: 'other', ai_model: '' };
      expect(await refused('{', {})).toEqual([401, 'Unauthorized']);
      expect(await refused(both, bearer(viewer))).toEqual([422, exactlyOne]);
      expect(await refused(wrong, bearer(viewer))).toEqual([403, 'Write access required.']);
      const local = 'Local repo path access requires admin privileges';
      expect(await refused(wrong, bearer(user))).toEqual([403, local]);
      expect(await refused(wrong)).toEqual([400, expect.stringMatching(/path|repo_url/)]);
      expect(await refused({ ...wrong, repo_path: undefined, repo_url: url })).toEqual([
        400,
        expect.stringMatching(/^Unknown AI provider/),
      ]);
    });

    it('longer times than a step has, in the cloud', async () => {
      const body = (minutes: number) => ({ repo_url: world().url, ai_cli_timeout: minutes });
      if (name === 'AWS') {
        const detail = 'ai_cli_timeout may be at most 14 minutes here';
        expect(await refused(body(15))).toEqual([400, detail]);
      }
      world().say();
      expect((await world().post(body(name === 'AWS' ? 14 : 15))).status).toBe(202);
      await world().ended();
    });

    it('local repositories that are none', async () => {
      const empty = join(world().folder, 'empty');
      mkdirSync(empty);
      const said = await Promise.all(
        [empty, `${empty}/none`, 'relative', `${empty}\0`].map((repo_path) =>
          refused({ repo_path }),
        ),
      );
      const local = [
        'The path is not a git working tree',
        'The repository path does not exist',
        'The repository path must be absolute',
        'The repository path must be absolute',
      ];
      const cloud = 'Local repositories cannot be read here: give repo_url';
      expect(said).toEqual(local.map((text) => [400, name === 'laptop' ? text : cloud]));
    });
  });

  describe('of racing requests', () => {
    it('64 for one project one is accepted (R2)', async () => {
      world().commit({ 'README.md': '# S' });
      world().say(...rules(2));
      const replies = await Promise.all(Array.from({ length: 64 }, () => world().post()));
      const statuses = replies.map(({ status }) => status).sort();
      expect(statuses).toEqual([202, ...Array<number>(63).fill(409)]);
      const refusal = replies.find(({ status }) => status === 409);
      expect(refusal?.json()).toEqual({ detail: `Project 'sample' is already being generated` });
      expect(await world().ended()).toMatchObject({ status: 'ready', page_count: 2 });
      expect(world().calls()).toHaveLength(3);
      expect(await world().history()).toHaveLength(1);
    });

    it('those of two owners both are', async () => {
      world().commit({ 'README.md': '# S' });
      world().say(...rules(1));
      const uma = bearer(await addUser(world(), 'uma'));
      const statuses = [await world().post(), await world().post(undefined, uma)];
      expect(statuses.map(({ status }) => status)).toEqual([202, 202]);
      expect(await world().ended('sample', 'uma')).toMatchObject({ status: 'ready' });
      expect(await world().ended()).toMatchObject({ status: 'ready' });
      expect(await world().published('page-1.md', 'sample', 'uma')).toContain('# Page 1');
    });

    it('whoever sees the result may post again at once', async () => {
      world().commit({ 'README.md': '# S' });
      world().say(...rules(1));
      await world().post();
      for (let round = 0; round < 3; round += 1) {
        await world().until(({ status }) => status !== 'generating');
        expect((await world().post()).status).toBe(202);
      }
      await world().ended();
    });
  });
});
