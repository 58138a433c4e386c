import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isComplete } from '#test/support/level.ts';
import { program } from '#test/support/processes/program.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const key = 'sixteen-or-more!';
// Root may write anywhere, so the tests of closed folders run as another user.
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

/** Folder of the receiver → its config.yaml. */
const wrongFiles = {
  'unknown-key': 'repositories: {a: {name: owner/a}}\nwebhook-sekret: x\n',
  'no-repositories': 'port: 5000\nrepositories: {}\n',
  'only-comments': '# port: 5000\n',
  'broken-yaml': 'repositories:\n  a: [\n',
};

describe('a start that cannot succeed is one readable line and exit status 1', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let taken: ReturnType<typeof createServer>;
  let port = '';
  beforeAll(async () => {
    folder = await temporaryFolder();
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    port = String((taken.address() as AddressInfo).port);
    const at = (name: string) => join(folder.path, name);
    await chmod(folder.path, 0o755);
    await mkdir(at('data'));
    await mkdir(at('verified'));
    const closed = 'http://127.0.0.1:1';
    const yaml = `scm-meta-url: ${closed}/meta\nrepositories: {a: {name: owner/a}}\n`;
    await writeFile(at('verified/config.yaml'), yaml);
    for (const [name, text] of Object.entries(wrongFiles)) {
      await mkdir(at(name));
      await writeFile(at(`${name}/config.yaml`), text);
    }
    await writeFile(at('file'), 'not a folder');
    await mkdir(at('corrupt'));
    await writeFile(at('corrupt/app.db'), 'this is not a database '.repeat(500));
    await mkdir(at('closed'), { mode: 0o555 });
    await mkdir(at('secret'), { mode: 0o000 });
    await mkdir(at('closed-database'));
    await writeFile(at('closed-database/app.db'), '', { mode: 0o000 });
    if (nobody !== undefined) await chown(at('closed-database'), nobody, nobody);
  });
  afterAll(async () => {
    taken.close();
    await chmod(join(folder.path, 'secret'), 0o755);
  });

  type Case = [
    name: string,
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
    line: RegExp,
    asNobody?: true,
  ];
  const docs = { ADMIN_KEY: key, PORT: '0', DATA_DIR: '@/data' };
  /** Of the documentation, whose other variables are right. */
  const ofDocs: readonly [string, Case[2], RegExp, asNobody?: true][] = [
    ['no ADMIN_KEY', { ADMIN_KEY: '' }, /^Error: ADMIN_KEY must be set .*16 characters/],
    [
      'an ADMIN_KEY of 15 characters',
      { ADMIN_KEY: 'x'.repeat(15) },
      /^Error: ADMIN_KEY must be set to a secret of at least 16 characters(?!.*x{15})/,
    ],
    [
      'a GIT_TOKENS entry that is none, without its token (S10)',
      { GIT_TOKENS: 'a.example=tok,https://b.example=hunter2' },
      /^Error: GIT_TOKENS entry 2 must be host=token or host=user:token[^h]*$/,
    ],
    [
      'a group that is none, for GIT_TOKENS_FOR and SSH_CLONES',
      { GIT_TOKENS_FOR: 'everyone', SSH_CLONES: 'x' },
      /^Error: GIT_TOKENS_FOR must be admins or users; SSH_CLONES must be admins or users$/,
    ],
    [
      'a TEMPLATES_DIR that is not there',
      { TEMPLATES_DIR: '@/absent' },
      /^Error: TEMPLATES_DIR: the folder @\/absent does not exist$/,
    ],
    [
      'a switch in words',
      { SECURE_COOKIES: 'maybe' },
      /^Error: SECURE_COOKIES must be true or false$/,
    ],
    ['a wrong proxy', { TRUSTED_PROXIES: 'proxy' }, /^Error: TRUSTED_PROXIES must list addresses/],
    ['a port in use', { PORT: 'TAKEN' }, /^Error: Port \d+ is in use: .* PORT /],
    ['an address of another machine', { HOST: '203.0.113.1' }, /^Error: .*203\.0\.113\.1/],
    ['a data folder that is a file', { DATA_DIR: '@/file' }, /^Error: .*@\/file.*DATA_DIR/],
    ['a damaged database', { DATA_DIR: '@/corrupt' }, /^Error: .*@\/corrupt\/app\.db/],
    [
      'a folder where not even root makes any',
      { DATA_DIR: '/proc/lantern' },
      /^Error: .* cannot be written to: .*DATA_DIR/,
    ],
    [
      'a closed folder',
      { DATA_DIR: '@/closed' },
      /^Error: @\/closed cannot be written to: .*DATA_DIR/,
      true,
    ],
    ['an unreadable folder', { DATA_DIR: '@/secret' }, /^Error: .*@\/secret.*DATA_DIR/, true],
    [
      'an unreadable database',
      { DATA_DIR: '@/closed-database' },
      /^Error: .*@\/closed-database\/app\.db/,
      true,
    ],
  ];
  const cases: readonly Case[] = [
    ...ofDocs.map(([name, changes, ...rest]): Case => [
      name,
      ['docs'],
      { ...docs, ...changes },
      ...rest,
    ]),
    [
      'no service',
      [],
      {},
      /^Error: Which service\? Usage: .*docs, analysis, webhook, sessions, agent$/,
    ],
    ['an unknown service', ['dosc'], {}, /^Error: Unknown service 'dosc'\. Usage: .*docs/],
    [
      'its own and those of every service',
      ['docs'],
      { PORT: 'abc', LOG_LEVEL: 'LOUD', REPO_ROOTS: '/a', ALLOW_PRIVATE_HOSTS: 'perhaps' },
      /^Error: (?=.*PORT must)(?=.*ADMIN_KEY must)(?=.*LOG_LEVEL must)(?=.*ALLOW_PRIVATE_HOSTS must)/,
    ],
    [
      'those of several services, each named once',
      ['docs', 'sessions', 'agent'],
      { ADMIN_KEY: key, LOG_LEVEL: 'LOUD', SESSIONINFO_HOST: '0.0.0.0', SIDECAR_PORT: 'x' },
      /^Error: (?=.*SESSIONINFO_KEY must)(?=.*SIDECAR_PORT must)(?!.*LOG_LEVEL.*LOG_LEVEL).*LOG_LEVEL must/,
    ],
    [
      'AWS for two services at once',
      ['--aws', 'docs', 'agent'],
      docs,
      /^Error: Name one service with --home aws: each service has its own table/,
    ],
    [
      'AWS without its names',
      ['--aws', 'docs'],
      docs,
      /^Error: (?=.*LANTERN_TABLE must name what the rollout made).*LANTERN_BUCKET must/,
    ],
    [
      'a sidecar for everybody without a key',
      ['agent'],
      { SIDECAR_HOST: '0.0.0.0', SIDECAR_PORT: '0', SIDECAR_DATA_DIR: '@/data' },
      /^Error: SIDECAR_KEY must be set when SIDECAR_HOST/,
    ],
    [
      'no list of the addresses that webhooks are verified by',
      ['webhook'],
      {
        ...{ WEBHOOK_SERVER_PORT: '0', WEBHOOK_SERVER_DATA_DIR: '@/verified' },
        ...{ VERIFY_SCM_IPS: 'true' },
      },
      /^Error: No address ranges to verify the senders of webhooks by: .*verify-scm-ips/,
    ],
    ...(
      [
        ['unknown-key', /line 2: webhook-sekret is not a known key/],
        ['no-repositories', /line 2: repositories must name at least one repository/],
        ['only-comments', /the file is empty: name at least one repository/],
        ['broken-yaml', /line 3, column 1: /],
      ] as const
    ).map(([folder, reason]): Case => [
      `a configuration of the receiver: ${folder}`,
      ['webhook'],
      { WEBHOOK_SERVER_PORT: '0', WEBHOOK_SERVER_DATA_DIR: `@/${folder}` },
      new RegExp(`^Error: config\\.yaml: ${reason.source}`),
    ]),
    [
      'a wrong variable of the receiver',
      ['webhook'],
      { MAX_WORKERS: 'many', WEBHOOK_SERVER_DATA_DIR: '@/data' },
      /^Error: MAX_WORKERS must be a whole number from 1 to 1000$/,
    ],
    [
      'an absent folder of the results',
      ['analysis'],
      { PORT: '0', DB_PATH: '@/absent/sub/results.db' },
      /^Error: The folder @\/absent\/sub does not exist: .*DB_PATH/,
    ],
    [
      'one of two that cannot start',
      ['sessions', 'docs'],
      { SESSIONINFO_PORT: '0', XDG_CACHE_HOME: '@/data', ...docs, PORT: 'TAKEN' },
      /^Error: Port \d+ is in use/,
    ],
  ];

  // Each case starts a program.
  const quick = [
    'an unknown service',
    'its own and those of every service',
    'a port in use',
    'a damaged database',
    'a closed folder',
    'no list of the addresses that webhooks are verified by',
    'a configuration of the receiver: unknown-key',
    'a sidecar for everybody without a key',
  ];
  const tried = isComplete ? cases : cases.filter(([name]) => quick.includes(name));

  it.each(tried)('%s', async (_name, words, environment, line, asNobody) => {
    const fill = (text: string) => text.replace('@', folder.path).replace('TAKEN', port);
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, fill(value)]),
    );
    const as = asNobody && nobody;
    const { code, stderr } = await program(['serve.ts', ...words], {
      cwd: folder.path,
      environment: filled,
      ...(as !== undefined && { as }),
    }).ended;
    const lines = stderr.split('\n').filter((each) => each !== '' && !each.startsWith('{'));
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.any(String)] });
    expect(lines[0]).toMatch(new RegExp(line.source.replaceAll('@', folder.path)));
    expect(lines[0]).not.toMatch(/\bat .*:\d+:\d+|[A-Z]{2,}_KEY=/);
  });
});
