import { describe, expect, it } from 'vitest';
import { parseOwners } from '#core/webhook/pulls/parse-owners.ts';
import { readOwners } from '#core/webhook/pulls/owners.ts';
import { readPull } from '#core/webhook/pulls/pull.ts';
import { eachTest } from '#test/support/each-test.ts';
import { handlerWorld } from '#test/support/http/handler-world.ts';
import { base, head } from '#test/support/scm/state.ts';

describe('an OWNERS file', () => {
  const empty = { approvers: [], reviewers: [], 'allowed-users': [], 'root-approvers': [] };
  it.each<[string, object | string]>([
    ['', empty],
    ['# no one', empty],
    ['approvers:\n  - "@Bob"\n  - carol', { ...empty, approvers: ['bob', 'carol'] }],
    ['reviewers:\nallowed-users: [eve]', { ...empty, 'allowed-users': ['eve'] }],
    ['root-approvers: [root]', { ...empty, 'root-approvers': ['root'] }],
    ['root-approvers: false', empty],
    ['labels: [a]', { ...empty, labels: ['a'] }],
    ['aprovers: [bob]', 'aprovers is not a known key'],
    ['approvers: bob', { ...empty, approvers: ['bob'] }],
    ['approvers:\n  bob: carol', 'approvers has to be a list of at most 200 logins'],
    ['approvers: [1]', 'approvers has to be a list of at most 200 logins'],
    [`approvers: [${'a,'.repeat(201)}]`, 'approvers has to be a list of at most 200 logins'],
    ['- bob', 'it has to be a map of lists'],
    [`# ${'x'.repeat(70_000)}`, 'it is longer than 64 KiB'],
  ])('is parsed: case %#', (text, expected) => {
    expect(parseOwners(text)).toEqual(expected);
  });

  it.each(['a: [', `a: &x [1]\nb: [${'*x,'.repeat(1_000)}]`, 'a: 1\na: 2', '!!js/function "x"'])(
    'that is no plain YAML is a problem with its place: %j',
    (text) => {
      expect(parseOwners(text)).toMatch(/line \d/);
    },
  );
});

describe('the owners of a pull request', () => {
  const world = eachTest(() => handlerWorld({ files: [] }));
  const owners = async (paths: readonly string[], files: Readonly<Record<string, string>>) => {
    const { host, context } = world();
    host.pull.current = {
      files: paths.map((path) => {
        const [filename = '', previous_filename] = path.split(' < ');
        return { filename, ...(previous_filename !== undefined && { previous_filename }) };
      }),
    };
    for (const [path, text] of Object.entries(files)) {
      host.contents.set(path.includes('@') ? path : `${path}@${base}`, text);
    }
    const given = context('pull_request');
    return readOwners(given, await readPull(given, 7));
  };
  const root = 'approvers: [bob]\nreviewers: [carol]';
  const tree = {
    OWNERS: root,
    'docs/OWNERS': 'approvers: [dora]\nallowed-users: [eve]',
    'docs/api/OWNERS': 'reviewers: [rita]',
    'src/OWNERS': 'approvers: [sam]',
  };

  it.each([
    ['the root', ['a.ts'], { '': ['bob'] }, ['carol']],
    ['the nearest folder with approvers', ['docs/api/a/b.md'], { docs: ['dora'] }, ['rita']],
    [
      'each touched area',
      ['docs/a.md', 'src/a.ts', 'x/y'],
      { '': ['bob'], docs: ['dora'], src: ['sam'] },
      ['carol'],
    ],
    [
      'both places of a renamed file',
      ['src/a.ts < docs/a.md'],
      { docs: ['dora'], src: ['sam'] },
      ['carol'],
    ],
    ['no folder with a similar name', ['docs2/a.ts'], { '': ['bob'] }, ['carol']],
  ])('are those of %s', async (_, paths, areas, reviewers) => {
    const found = await owners(paths, tree);
    expect(
      Object.fromEntries(found.areas.map(({ folder, approvers }) => [folder, approvers])),
    ).toEqual(areas);
    expect(found.reviewers).toEqual(reviewers);
    expect(found).toMatchObject({ problems: [], isComplete: true });
  });

  it('S9 are read at the base branch: a pull request cannot name its own', async () => {
    const own = { [`OWNERS@${head}`]: 'approvers: [mallory]' };
    const found = await owners(['OWNERS'], { ...tree, ...own });
    expect(found.areas).toEqual([{ folder: '', approvers: ['bob'] }]);
  });

  it('R9 leave out malformed files, which they name', async () => {
    const found = await owners(['docs/a.md'], { ...tree, 'docs/OWNERS': 'approvers: [1]' });
    expect(found.areas).toEqual([{ folder: '', approvers: ['bob'] }]);
    expect(found.problems).toEqual([
      '`docs/OWNERS`: `approvers has to be a list of at most 200 logins`',
    ]);
  });

  it.each([
    ['is refused', 403, /^`docs\/OWNERS`: .*answered 403/],
    ['is not given', 404, /^`docs\/OWNERS`: `the code host does not give it`/],
    ['is too large for the host', 200, /^`docs\/OWNERS`: `The code host gives no content/],
  ])('R9 name a file that %s', async (_, status, problem) => {
    const { host } = world();
    const real = host.handle;
    const large = { type: 'file', encoding: 'none', content: '' };
    host.handle = (request) =>
      request.path.includes('contents/docs/OWNERS') ? { status, body: large } : real(request);
    expect((await owners(['docs/a.md'], tree)).problems).toEqual([expect.stringMatching(problem)]);
  });

  it('R9 name the list of files when it cannot be read', async () => {
    const { host } = world();
    const real = host.handle;
    host.handle = (request) =>
      request.path.includes('git/trees') ? { status: 403, body: {} } : real(request);
    expect((await owners(['docs/a.md'], tree)).problems).toEqual([
      expect.stringMatching(/^`OWNERS`: .*403/),
    ]);
  });

  it('are not complete when more files or folders are touched than can be read', async () => {
    const many = Array.from({ length: 102 }, (_, at) => `f${at}`);
    const files = Object.fromEntries(many.map((folder) => [`${folder}/OWNERS`, root]));
    const found = await owners(
      many.map((folder) => `${folder}/a`),
      files,
    );
    expect(found.isComplete).toBe(false);
    const metadata = { changed_files: 3_001 };
    const deep = await owners([`${'a/'.repeat(65)}b`, 'docs/a.md'], tree);
    expect(deep).toMatchObject({ isComplete: false, areas: [{ folder: 'docs' }] });
    world().host.pull.current = { files: [{ filename: 'a' }], metadata };
    const given = world().context('pull_request');
    expect((await readOwners(given, await readPull(given, 7))).isComplete).toBe(false);
  });
});
