import { chmod, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTest } from '#test/support/each-test.ts';
import { program } from '#test/support/processes/program.ts';
import { prWorld } from '#test/support/review/pr-world.ts';
import { base, head, hostToken } from '#test/support/scm/state.ts';

const patch = '@@ -1,2 +1,3 @@\n a\n+b ][ "é"\n c';
const many = Array.from({ length: 130 }, (_, at) => ({
  filename: `src/f${at}.ts`,
  ...{ status: 'modified', additions: 1, deletions: 0, patch },
}));
const files = [...many, { filename: 'logo.png', status: 'added' }];
const diff = `diff --git a/src/f0.ts b/src/f0.ts\n--- a/src/f0.ts\n+++ b/src/f0.ts\n${patch}\n`;
const world = eachTest(() => prWorld({ files, diff }));

const https = 'https://github.com/owner/repo';

describe('pr diff', () => {
  it('prints metadata, diff and all files, in this order and with two spaces', async () => {
    const { code, stdout, stderr } = await world().pr('diff owner/repo 7');
    const expected = {
      metadata: {
        ...{ owner: 'owner', repo: 'repo', pr_number: '7', head_sha: head, base_ref: 'main' },
        ...{ title: 'A change', state: 'open' },
      },
      diff,
      files: [
        ...many.map(({ filename, ...file }) => ({ path: filename, ...file })),
        { path: 'logo.png', status: 'added', additions: 0, deletions: 0, patch: '' },
      ],
    };
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`${JSON.stringify(expected, null, 2)}\n`);
  });

  it.each([
    ['owner/repo 7', undefined],
    [`${https}/pull/7`, undefined],
    ['http://127.0.0.1:1/owner/repo/pull/7/files?w=1', undefined],
    ['7', `${https}.git`],
    ['7', 'git@github.com:owner/repo.git'],
    ['7', 'work:owner/repo'],
  ])('finds %s with origin %s', async (words, origin) => {
    const { git, pr } = world();
    if (origin !== undefined) git('init', '--quiet');
    if (origin !== undefined) git('remote', 'add', 'origin', origin);
    expect(await pr(`diff ${words} --format patch`)).toEqual({ code: 0, stdout: diff, stderr: '' });
  });

  const unknown = 'Could not determine repository. Run from a git repo or provide full URL.';
  it.each([
    ['owner 7', "Invalid repository format. Expected 'owner/repo', got: owner"],
    ['owner/../x 7', "Invalid repository format. Expected 'owner/repo', got: owner/../x"],
    ['owner/repo x', 'PR number must be numeric, got: x'],
    ['7', unknown],
  ])('refuses %s', async (words, message) => {
    const { host, pr } = world();
    const stderr = `Error: ${message}\n`;
    expect(await pr(`diff ${words}`)).toEqual({ code: 1, stdout: '', stderr });
    expect(host.requests).toEqual([]);
  });

  it('S10: sends no token to the host of a URL that SCM_API_URL does not name', async () => {
    const variables = { SCM_API_URL: '' };
    const ran = await world().pr('diff https://evil.example/owner/repo/pull/7', { variables });
    expect(ran.stderr).toMatch(/^Error: Set SCM_API_URL to the REST API of evil\.example/);
  });

  it.each([
    ['diff owner/repo', 'The number of the pull request is missing'],
    ['diff owner/repo 7 8', "Unexpected argument '8'"],
    ['claude-md', 'An argument is missing'],
  ])('prints the usage for %s', async (words, problem) => {
    const { code, stdout, stderr } = await world().pr(words);
    const [name] = words.split(' ');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `Error: ${problem}. See lantern pr ${name} --help\n` +
        `Usage: lantern pr ${name} <owner/repo|url|pr_number> [pr_number]\n`,
    );
  });

  it('prints the usage without a command, as a wrong count of arguments', async () => {
    const { code, stdout, stderr } = await world().pr('');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Usage: lantern pr <command>\n/);
    expect(await world().pr('help')).toEqual({ code: 0, stdout: stderr, stderr: '' });
  });

  it.each([
    [{ SCM_TOKEN: '' }, 'no code-host CLI and no token found'],
    [
      { SCM_TOKEN: 'wrong' },
      'The code host answered 401 to GET /repos/owner/repo/pulls/7: Bad credentials: check SCM_TOKEN or GH_TOKEN',
    ],
  ])('needs a token: %j', async (variables, message) => {
    const stderr = `Error: ${message}\n`;
    const ran = await world().pr('diff owner/repo 7', { variables });
    expect(ran).toEqual({ code: 1, stdout: '', stderr });
  });

  it('takes a diff that is too large from a checkout of the repository', async () => {
    const { host, git, write, pr } = world();
    git('init', '--quiet');
    const commit = async (text: string) => {
      await write('a.ts', text);
      git('add', 'a.ts');
      git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '-qm', 'x');
      return git('rev-parse', 'HEAD');
    };
    const from = await commit('one\n');
    const to = await commit('two\n');
    git('config', 'diff.external', 'touch canary');
    const metadata = { head: { sha: to }, base: { ref: 'main', sha: from } };
    host.pull.current = { files: [], tooLarge: true, metadata };
    const read = async () => (await pr('diff owner/repo 7 --format patch')).stdout;
    git('remote', 'add', 'origin', 'https://github.com/another/repo');
    expect(await read()).toBe('');
    git('remote', 'set-url', 'origin', https);
    expect(await read()).toMatch(/^diff --git a\/a\.ts b\/a\.ts\n.*-one\n\+two\n$/s);
    expect(git('status', '--porcelain')).toBe('');
  });

  it('S9: a .env of the working directory names no host and no program', async () => {
    const { host, directory, write } = world();
    await write('.env', `SCM_API_URL=${host.origin}\nSCM_TOKEN=${hostToken}\n`);
    for (const words of [['lantern.ts', 'pr'], ['pr.js']]) {
      const ran = await program([...words, 'diff', 'owner/repo', '7'], { cwd: directory }).ended;
      expect(ran).toMatchObject({
        ...{ code: 1, stdout: '' },
        stderr: 'Error: no code-host CLI and no token found\n',
      });
    }
    expect(host.requests).toEqual([]);
  });
});

describe('pr claude-md', () => {
  const read = () => world().pr('claude-md owner/repo 7');
  const here = (origin = `${https}.git`) => {
    world().git('init', '--quiet');
    world().git('remote', 'add', 'origin', origin);
  };

  it('looks here, in .claude, and then for the same paths at the base commit', async () => {
    const { host, write } = world();
    expect(await read()).toEqual({ code: 0, stdout: '\n', stderr: '' });
    host.contents.set(`CLAUDE.md@${head}`, 'from the pull request itself');
    expect((await read()).stdout).toBe('\n');
    host.contents.set(`.claude/CLAUDE.md@${base}`, 'remote, hidden');
    expect((await read()).stdout).toBe('remote, hidden\n');
    host.contents.set(`CLAUDE.md@${base}`, 'remote\n');
    expect((await read()).stdout).toBe('remote\n');
    await write('.claude/CLAUDE.md', 'local, hidden');
    expect((await read()).stdout).toBe('remote\n');
    here('git@github.com:OWNER/Repo.git');
    expect((await read()).stdout).toBe('local, hidden\n');
    await write('CLAUDE.md', 'local');
    expect((await read()).stdout).toBe('local\n');
  });

  it('takes AGENTS.md last, after what the code host has', async () => {
    const { host, write } = world();
    host.contents.set(`AGENTS.md@${base}`, 'remote agents');
    expect((await read()).stdout).toBe('remote agents\n');
    here();
    await write('AGENTS.md', 'local agents');
    expect((await read()).stdout).toBe('local agents\n');
    host.contents.set(`.claude/CLAUDE.md@${base}`, 'remote');
    expect((await read()).stdout).toBe('remote\n');
  });

  it('needs neither token nor network for a local file, and is silent about a failure', async () => {
    const { host, write, pr } = world();
    host.faults.push({ status: 500, body: 'broken' });
    expect(await read()).toEqual({ code: 0, stdout: '\n', stderr: '' });
    here();
    await write('CLAUDE.md', 'local\n');
    const asked = host.requests.length;
    const ran = await pr('claude-md owner/repo 7', { variables: { SCM_TOKEN: '' } });
    expect(ran).toEqual({ code: 0, stdout: 'local\n', stderr: '' });
    expect(host.requests).toHaveLength(asked);
  });

  it('S3: does not follow a link out of the folder', async () => {
    const { directory } = world();
    here();
    await writeFile(`${directory}-outside`, 'secret');
    await symlink(`${directory}-outside`, join(directory, 'CLAUDE.md'));
    expect((await read()).stdout).toBe('\n');
  });
});

describe('gh', () => {
  const install = async (script: string) => {
    const { write, directory } = world();
    await write('bin/gh', `#!/bin/sh\n${script}\n`);
    await chmod(join(directory, 'bin/gh'), 0o755);
    return { PATH: `${join(directory, 'bin')}:${process.env['PATH']}` };
  };

  it.each([
    ['not logged in', 'echo "run: gh auth login" >&2; exit 4', 'run: gh auth login'],
    [
      'not logged in to this host',
      "printf 'HTTP/2.0 401 Unauthorized\\r\\n\\r\\n{}'; exit 1",
      'The code host answered 401 to GET /repos/owner/repo/pulls/7: status 401: check SCM_TOKEN or GH_TOKEN',
    ],
  ])('is asked first; where it is %s, the token is used', async (_, script, message) => {
    const { pr, host } = world();
    const variables = await install(script);
    const { code } = await pr('diff owner/repo 7', { variables });
    expect(code).toBe(0);
    expect(host.requests.length).toBeGreaterThan(0);
    const ran = await pr('diff owner/repo 7', { variables: { ...variables, SCM_TOKEN: '' } });
    expect(ran).toEqual({ code: 1, stdout: '', stderr: `Error: ${message}\n` });
  });

  it.each([
    ['--via rest', {}, 0, ''],
    ['--via rest', { SCM_TOKEN: '' }, 1, 'Error: set SCM_TOKEN or GH_TOKEN for --via rest\n'],
    ['--via gh', {}, 1, 'Error: it broke\n'],
    ['--via gh', { PATH: '/none' }, 1, 'Error: gh is not in PATH\n'],
  ])('%s with %j takes the other for nothing', async (flag, own, code, stderr) => {
    const variables = { ...(await install('echo it broke >&2; exit 1')), ...own };
    const ran = await world().pr(`diff owner/repo 7 --format patch ${flag}`, { variables });
    expect(ran).toEqual({ code, stdout: code === 0 ? diff : '', stderr });
  });

  it('S10: answers without the REST API, and does not get our tokens', async () => {
    const { pr, host, directory } = world();
    const variables = await install(
      [
        `env >> ${directory}/env; echo "$@" >> ${directory}/env`,
        "printf 'HTTP/2.0 200 OK\\r\\n\\r\\n'",
        'case "$*" in',
        '  *files*) echo "[]";; *vnd.github.diff*) printf "diff --git";;',
        `  *) echo '{"head":{"sha":"${head}"},"base":{"ref":"main"},"title":"t","state":"open"}';;`,
        'esac',
      ].join('\n'),
    );
    const { code, stdout } = await pr('diff owner/repo 7', {
      variables: { ...variables, GH_TOKEN: 'Zq9-other' },
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ metadata: { title: 't' }, diff: 'diff --git' });
    expect(host.requests).toEqual([]);
    expect(await readFile(join(directory, 'env'), 'utf8')).not.toMatch(/Zq9/);
  });
});
