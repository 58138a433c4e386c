import { laptop } from '#core/home/homes.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { gatherArtifacts } from '#core/analysis/intake/artifacts/gather-artifacts.ts';
import { openCi } from '#core/analysis/intake/ci/open-ci.ts';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { netFetch } from '#core/platform/adapters/net/fetch/fetch.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Trees } from '#core/platform/ports/trees.ts';
import { Failure } from '#core/platform/failure.ts';
import { eachTest } from '#test/support/each-test.ts';
import { startJenkins, type JenkinsBuild } from '#test/support/analysis/jenkins/jenkins.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const mebi = 1024 * 1024;

const world = eachTest(async () => {
  const [jenkins, folder] = [await startJenkins(), await temporaryFolder()];
  const close = async () => {
    await jenkins.close();
    await folder.remove();
  };
  return { jenkins, trees: localTrees({ directory: join(folder.path, 'trees') }), close };
});

interface More {
  readonly clock?: Clock;
  readonly trees?: Trees;
}

/** The files that were gathered, with their texts, and the notes. */
async function gathered(artifacts: JenkinsBuild['artifacts'], more: More = {}) {
  const { jenkins } = world();
  const { trees = world().trees, clock = { now: () => new Date(), sleep: async () => {} } } = more;
  const fetch = netFetch({ allowPrivate: true, clock, log: () => {} });
  const ci = openCi(
    { fetch, trees, clock },
    {
      ...{ kind: 'jenkins', url: jenkins.url, user: jenkins.user, password: jenkins.token },
      ...{ verifyTls: true, timeoutSeconds: 30, isTrusted: true },
    },
  );
  jenkins.add('job', 7, { artifacts });
  const build = await ci.build('job', 7);
  if (!build) throw new Error('no build');
  const limits = { maxMegabytes: 1, signal: AbortSignal.timeout(30_000) };
  const result = await gatherArtifacts({ trees, clock, home: laptop }, ci, build, limits);
  const { directory, notes } = result;
  const paths =
    directory === undefined ? [] : readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = paths
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice((directory ?? '').length + 1), readFileSync(path, 'utf8')] as const);
  await result.dispose();
  if (directory !== undefined) expect(existsSync(directory)).toBe(false);
  return { files: Object.fromEntries(files), notes };
}

const tooLarge = 'together they have more than 1 MB, the limit for the artifacts of a build';
const zip = (content: Record<string, string>) =>
  zipSync(
    Object.fromEntries(Object.entries(content).map(([name, text]) => [name, Buffer.from(text)])),
  );

it.each<[string, JenkinsBuild['artifacts'], Record<string, string>, string[]]>([
  ['in folders', { 'a.txt': 'a', 'b/c d.txt': '' }, { 'a.txt': 'a', 'b/c d.txt': '' }, []],
  [
    'archives',
    { 'r.zip': zip({ 'x/y.xml': 'y' }), 'out.log.gz': gzipSync('log'), 'app.jar': zip({}) },
    {
      'r.zip.unpacked/x/y.xml': 'y',
      'out.log.gz.unpacked/out.log': 'log',
      'app.jar': expect.any(String) as string,
    },
    [],
  ],
  [
    'unsafe names',
    {
      '../a': '1',
      'a/../../b': '2',
      '/etc/c': '3',
      'd\\e': '4',
      '.git/config': '5',
      'f\0': '6',
      g: '7',
    },
    { g: '7' },
    [
      'Artifacts that were not read: ../a, a/../../b, /etc/c, d\\e, .git/config and 1 more: the name is not safe',
    ],
  ],
  [
    'more than the cap',
    { large: 'x'.repeat(mebi + 1), fits: 'x', half: 'y'.repeat(mebi), last: 'z' },
    { fits: 'x', last: 'z' },
    [`Artifacts that were not read: large, half: ${tooLarge}`],
  ],
  [
    'a bomb',
    { 'bomb.zip': zip({ a: 'x'.repeat(11 * mebi) }), 'b.txt': 'b' },
    { 'bomb.zip.unpacked/a': expect.any(String) as string, 'b.txt': 'b' },
    ['Artifact bomb.zip is not complete: it is too large'],
  ],
  [
    'a broken archive',
    { 'a.zip': zip({ a: 'text' }).subarray(0, 40), 'b.txt': 'b' },
    { 'b.txt': 'b' },
    [
      'Artifact a.zip is not complete: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    ],
  ],
])('S6: artifacts, %s', async (_case, artifacts, files, notes) => {
  expect(await gathered(artifacts)).toEqual({ files, notes });
});

it('S6: an artifact without a length ends at the cap, and what came of it is removed', async () => {
  world().jenkins.fault = (request, response) => {
    if (!request.url?.endsWith('/endless')) return false;
    const write = () => {
      while (response.write(Buffer.alloc(65_536, 97)));
    };
    response.on('drain', write);
    write();
    return true;
  };
  expect(await gathered({ first: 'x', endless: '' })).toEqual({
    files: { first: 'x' },
    notes: [`Artifacts that were not read: endless: ${tooLarge}`],
  });
});

it('artifacts that cannot be downloaded are notes, one for each reason', async () => {
  const { jenkins } = world();
  const { host } = new URL(jenkins.url);
  jenkins.fault = ({ url = '' }, response) => {
    const [, name] = /artifact\/(.*)$/.exec(url) ?? [];
    if (name === undefined) return false;
    if (name === 'gone') response.writeHead(404).end();
    else if (name === 'forbidden') response.writeHead(403).end();
    else if (name.startsWith('broken')) response.writeHead(500).end();
    else if (name === 'private')
      response.writeHead(302, { location: 'http://user:pw@169.254.169.254/' }).end();
    else if (name === 'cut') {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => response.destroy());
    } else return false;
    return true;
  };
  const names = ['gone', 'forbidden', 'broken 1', 'broken 2', 'private', 'cut', 'fine'];
  const { files, notes } = await gathered(Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(files).toEqual({ fine: 'x' });
  expect(notes).toEqual(
    [
      `gone: ${host} does not have it any more`,
      `forbidden: ${host} does not permit this user to read the build: check the user's permissions`,
      `broken 1, broken 2: ${host} answered 500`,
      `private: ${host} redirects to an unusable URL`,
      `cut: Could not reach ${host}: connection lost`,
    ].map((each) => `Artifacts that were not read: ${each}`),
  );
});

it('a full disk leaves the analysis without artifacts (R7)', async () => {
  const { trees } = world();
  const full = new Failure('unavailable', 'storage_unavailable', 'The disk is full');
  const gather: Trees['gather'] = async (...limits) => ({
    ...(await trees.gather(...limits)),
    add: () => Promise.reject(full),
  });
  expect(await gathered({ a: 'a' }, { trees: { ...trees, gather } })).toEqual({
    files: {},
    notes: ['The artifacts of the build were not read: The disk is full'],
  });
});
