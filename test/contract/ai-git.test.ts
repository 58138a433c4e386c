import { spawnSync } from 'node:child_process';
import { mkdir, readdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localTrees } from '#core/platform/adapters/local/trees.ts';
import { eachTest } from '#test/support/each-test.ts';
import { gitCanaries, hostileGit, looks } from '#test/support/git/hostile-git.ts';
import { openAi } from '#test/support/ai/open-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('git that an AI command line starts', () => {
  const world = eachTest(async () => {
    const folder = await temporaryFolder();
    const root = await realpath(folder.path);
    const [tree, canaries, script] = [join(root, 'tree'), join(root, 'canaries'), join(root, 'sh')];
    await mkdir(canaries);
    await writeFile(script, looks);
    hostileGit(tree, canaries);
    const touched = async () => (await readdir(canaries)).sort();
    const environment = { PATH: process.env['PATH'], HOME: root };
    return { root, tree, script, environment, touched };
  });

  it('would run each command of the hostile repository', async () => {
    const { tree, script, environment, touched } = world();
    spawnSync('/bin/sh', [script], { cwd: tree, env: environment });
    expect(await touched()).toEqual(gitCanaries);
  });

  it('runs none of them, and shows the changes (S3)', async () => {
    const { root, tree, script, environment, touched } = world();
    const ai = openAi(join(root, 'data'), {
      ...environment,
      AI_CLI_PROVIDER_A: `/bin/sh ${script}`,
    });
    const question = { provider: 'provider_a', model: 'm', prompt: 'What?', directory: tree };
    const { text } = await ai.ask({ ...question, timeoutMilliseconds: 60_000 });
    expect(await touched()).toEqual([]);
    for (const name of ['README.md', 'own.bin', 'own.enc', 'own.lfs', 'plain.txt']) {
      expect(text).toMatch(new RegExp(`modified: +${name}`));
      expect(text).toMatch(new RegExp(`[+]{3} .*${name}[^]*?-first\n[+]second`));
    }
    expect(text).toMatch(/^commit [0-9a-f]{40}$/m);
  });

  it('runs none of them in a workspace of several repositories (S3)', async () => {
    const { root, tree, script, environment, touched } = world();
    const trees = localTrees({ directory: join(root, 'trees') });
    await trees.keep('job_1', { shop: tree });
    const kept = await trees.open('job_1');
    const ai = openAi(join(root, 'data'), {
      ...environment,
      AI_CLI_PROVIDER_A: `/bin/sh -c 'cd shop && . ${script}'`,
    });
    const directory = (await kept?.directory()) ?? '';
    const question = { provider: 'provider_a', model: 'm', prompt: 'What?', directory };
    await ai.ask({ ...question, timeoutMilliseconds: 60_000 });
    expect(await readdir(join(directory, 'shop'))).toContain('bare');
    expect(await touched()).toEqual([]);
  });

  it('finds no repository around a tree that is none', async () => {
    const { root, tree, environment } = world();
    const inner = join(tree, 'inner');
    await mkdir(inner);
    const command = `/bin/sh -c 'git status 2>&1; exit 0'`;
    const ai = openAi(join(root, 'data'), { ...environment, AI_CLI_PROVIDER_A: command });
    const question = { provider: 'provider_a', model: 'm', prompt: 'What?', directory: inner };
    const { text } = await ai.ask({ ...question, timeoutMilliseconds: 60_000 });
    expect(text).toMatch(/not a git repository/);
  });
});
