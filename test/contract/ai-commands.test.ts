import { chmod, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAi } from '#test/support/ai/open-ai.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Seen {
  arguments: string[];
  directory: string;
  files: string[];
  prompt: string;
  environment: Record<string, string>;
}

/** Stands in the PATH for a provider's program, and answers with how it was started. */
const recorder = `#!${process.execPath}
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const seen = JSON.stringify({
  arguments: process.argv.slice(2),
  directory: process.cwd(),
  files: readdirSync('.', { recursive: true }).sort(),
  prompt: readFileSync(0, 'utf8'),
  environment: process.env,
});
writeFileSync(process.env.HOME + '/last', seen);
console.log(seen);
`;

describe('the default commands of the providers', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let data: string;
  let tree: string;
  let bin: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    const root = await realpath(folder.path);
    [data, tree, bin] = [join(root, 'data'), join(root, 'data/trees/tree-1'), join(root, 'bin')];
    await mkdir(tree, { recursive: true });
    await mkdir(bin);
    await writeFile(join(root, '.env'), 'ADMIN_KEY=canary-of-the-folder-above\n');
    await writeFile(join(tree, 'README.md'), '# Sample\n');
    for (const name of ['claude', 'gemini', 'agent', 'other']) {
      await writeFile(join(bin, name), recorder);
      await chmod(join(bin, name), 0o755);
    }
  });

  const run = async (provider: string, variables = {}): Promise<Seen> => {
    const environment = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder.path, ...variables };
    const timeoutMilliseconds = 20_000;
    const question = { provider, model: 'm', prompt: 'What?', directory: tree };
    const { text } = await openAi(data, environment).ask({ ...question, timeoutMilliseconds });
    return JSON.parse(text) as Seen;
  };
  const neutral = () => join(data, 'neutral');

  it('starts provider_a in the repository, with tools that only read (S3)', async () => {
    const seen = await run('provider_a');
    expect(seen).toMatchObject({ directory: tree, prompt: 'What?' });
    expect(seen.arguments).toEqual([
      ...['--model', 'm', '-p', '--output-format', 'json'],
      ...['--setting-sources', 'user', '--strict-mcp-config', '--tools', 'Read,Grep,Glob'],
    ]);
  });

  it.each([
    [
      'provider_b',
      '--output-format json --approval-mode default --skip-trust --include-directories=TREE',
    ],
    ['provider_c', '--print --workspace OURS --trust --mode ask'],
  ])('starts %s in an empty folder of ours (S3)', async (provider, options) => {
    const seen = await run(provider);
    expect(seen).toMatchObject({ directory: neutral(), files: ['.gemini', '.gemini/.env'] });
    const words = options.replace('TREE', tree).replace('OURS', neutral()).split(' ');
    expect(seen.arguments).toEqual(['--model', 'm', ...words]);
    expect(seen.prompt).toBe(`What?\n\nThe repository is the folder ${tree}\n`);
    expect(await readFile(join(neutral(), '.gemini/.env'), 'utf8')).toBe('');
  });

  it('clears the folder of ours before each use (S3)', async () => {
    await run('provider_b');
    await writeFile(join(neutral(), '.gemini/.env'), 'NODE_OPTIONS=--require=/x\n');
    await writeFile(join(neutral(), '.gemini/settings.json'), '{"tools":{"discoveryCommand":"x"}}');
    await mkdir(join(neutral(), '.cursor'));
    await writeFile(join(neutral(), '.cursor/hooks.json'), '{}');
    await run('provider_c');
    expect((await readdir(neutral(), { recursive: true })).sort()).toEqual([
      '.gemini',
      '.gemini/.env',
    ]);
    expect(await readFile(join(neutral(), '.gemini/.env'), 'utf8')).toBe('');
  });

  it.each(['provider_a', 'provider_b', 'provider_c'])(
    'starts a command in place of %s in the repository, without trust',
    async (provider) => {
      const name = `AI_CLI_${provider.toUpperCase()}`;
      const seen = await run(provider, { [name]: 'other --fast' });
      expect(seen).toMatchObject({ directory: tree, prompt: 'What?' });
      expect(seen.arguments).toEqual(['--fast', '--model', 'm']);
      expect(Object.keys(seen.environment).filter((each) => /TRUST/.test(each))).toEqual([]);
    },
  );

  it.each(['provider_a', 'provider_b'])('tries %s in the folder of ours', async (provider) => {
    const ai = openAi(data, { PATH: `${bin}:/usr/bin:/bin`, HOME: folder.path });
    expect(await ai.unavailable(provider, 'm')).toBe(undefined);
    const seen = JSON.parse(await readFile(join(folder.path, 'last'), 'utf8')) as Seen;
    expect(seen).toMatchObject({ directory: neutral(), prompt: 'Reply with OK' });
  });
});
