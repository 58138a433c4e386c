import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { atEnd } from '#test/support/at-end.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { freshDatabase, hasPostgres } from '#test/support/postgres/on-postgres.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { onLocal, openWorld } from '#test/support/world.ts';
import { doctor } from '../../scripts/commands/doctor.ts';
import type { Finding } from '../../scripts/commands/doctor/finding.ts';

const adminKey = 'a-secret-of-the-administrator';

/** Below the ports that systems give to programs that do not choose. */
const freePorts = {
  ...{ PORT: '21871', SESSIONINFO_PORT: '21872', SIDECAR_PORT: '21873' },
  ...{ WEBHOOK_SERVER_PORT: '21874', ANALYSIS_PORT: '21875' },
};

async function openFolder() {
  const { path } = await temporaryFolder();
  const bin = join(path, 'bin');
  mkdirSync(bin);
  const program = (name: string) => {
    writeFileSync(join(bin, name), '#!/bin/sh\n');
    chmodSync(join(bin, name), 0o755);
  };
  const env = (text: string, mode = 0o600) => writeFileSync(join(path, '.env'), text, { mode });
  const webhook = join(path, 'webhook');
  mkdirSync(webhook);
  const run = async (variables: Record<string, string> = {}) => {
    const shell = recordingShell({
      ...{ PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: path, DATA_DIR: path },
      ...freePorts,
      WEBHOOK_SERVER_DATA_DIR: webhook,
      ...variables,
    });
    const code = await doctor([], { json: true }, { ...shell, directory: path });
    const findings = JSON.parse(shell.printed().stdout) as Finding[];
    return { code, findings, get: (name: string) => findings.find((one) => one.name === name) };
  };
  return { path, webhook, program, env, run };
}

/** A server of somebody else. */
async function foreignPort(): Promise<string> {
  const server = createServer((_, reply) => reply.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return String((server.address() as AddressInfo).port);
}

describe('lantern doctor', () => {
  it('ends with 0 where nothing is missing, and says what is optional', async () => {
    const { run, webhook: empty } = await openFolder();
    const { code, findings, get } = await run({ TEMPLATES_DIR: empty });
    expect(findings.filter(({ state }) => state === 'bad')).toEqual([]);
    expect(code).toBe(0);
    expect(get('ADMIN_KEY')).toMatchObject({
      state: 'note',
      mend: expect.stringMatching(/npm start/) as string,
    });
    expect(get('config.yaml')).toMatchObject({ state: 'note' });
    expect(get('git')).toMatchObject({
      state: 'good',
      text: expect.stringMatching(/^\d/) as string,
    });
  });

  it.each([
    ['mysql://ada:secret-word@host/shop', 'is not the address of a PostgreSQL database'],
    ['postgres://ada:secret-word@127.0.0.1:9/shop', 'postgres://ada@127.0.0.1:9/shop: cannot be'],
  ])('says what is wrong with the database %s', async (url, text) => {
    const { run } = await openFolder();
    const { code, findings, get } = await run({ DATABASE_URL: url });
    expect([code, get('DATABASE_URL')?.state]).toEqual([1, 'bad']);
    expect(get('DATABASE_URL')?.text).toContain(text);
    expect(JSON.stringify(findings)).not.toContain('secret-word');
  });

  it.skipIf(!hasPostgres)('asks the database, and whether its user may make a schema', async () => {
    const { run } = await openFolder();
    const url = await freshDatabase();
    const found = async (address: string) =>
      (await run({ DATABASE_URL: address })).get('DATABASE_URL');
    expect(await found(url)).toMatchObject({
      state: 'good',
      text: expect.stringMatching(/PostgreSQL \d/) as string,
    });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('CREATE ROLE reader LOGIN');
    await client.end();
    const { host, pathname } = new URL(url);
    expect(await found(`postgres://reader:x@${host}${pathname}`)).toMatchObject({ state: 'bad' });
  });

  it('names what is wrong and the mend, without a secret', async () => {
    const { env, run, webhook } = await openFolder();
    env(`ADMIN_KEY=${adminKey}\nMAX_CONCURRENT_AI_CALLS=many\n`, 0o644);
    writeFileSync(join(webhook, 'config.yaml'), 'repositories: {}\n');
    const { code, findings, get } = await run({
      ...{
        SESSIONINFO_PORT: await foreignPort(),
        CI_URL: 'http://127.0.0.1:9',
        AI_PROVIDER: 'provider_b',
      },
      TRACKER_URL: 'tracker',
    });
    expect(code).toBe(1);
    expect(get('.env')).toMatchObject({ state: 'bad', mend: 'chmod 600 .env' });
    expect(get('analysis')?.text).toContain('MAX_CONCURRENT_AI_CALLS');
    expect(get('sessions')).toMatchObject({
      ...{ state: 'bad', text: expect.stringContaining('is taken by another program') as string },
      mend: 'Stop it, or set SESSIONINFO_PORT',
    });
    expect(get('CI_URL')).toMatchObject({ state: 'bad', mend: 'Start it, or correct CI_URL' });
    expect(get('TRACKER_URL')).toMatchObject({ state: 'bad' });
    expect(get('Gemini CLI')).toMatchObject({ state: 'bad' });
    expect(get('config.yaml')?.text).toContain('must name at least one repository');
    expect(JSON.stringify(findings)).not.toContain(adminKey);
  });

  it.each([
    ['ACPX_AGENTS', 'Bad/Name'],
    ['CLI_AGENTS', 'Bad/Name'],
    ['SIDECAR_WATCHDOG_URL', 'host'],
    ['LOG_LEVEL', 'LOUD'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['GIT_TOKENS', 'token'],
    ['TEMPLATES_DIR', '/none'],
  ])('names a wrong %s, which ends the start of the agent service', async (variable, value) => {
    const { run } = await openFolder();
    const { code, get } = await run({ [variable]: value });
    expect([code, get('agent')?.state]).toEqual([1, 'bad']);
    expect(get('agent')?.text).toContain(variable);
  });

  it('tells whether a command line is signed in', async () => {
    const { program, path, run } = await openFolder();
    program('claude');
    expect((await run()).get('Claude Code')).toMatchObject({ state: 'note' });
    expect((await run({ ANTHROPIC_API_KEY: adminKey })).get('Claude Code')).toMatchObject({
      ...{ state: 'good', text: 'claude, with ANTHROPIC_API_KEY' },
    });
    mkdirSync(join(path, '.claude'));
    writeFileSync(join(path, '.claude/.credentials.json'), '{}');
    const { code, get } = await run();
    expect(get('Claude Code')).toMatchObject({ state: 'good' });
    // One is enough.
    expect(get('Gemini CLI')).toMatchObject({ state: 'note' });
    expect(code).toBe(0);
  });

  it.each([
    ['sessions', 'SESSIONINFO_PORT'],
    ['webhook', 'WEBHOOK_SERVER_PORT'],
  ] as const)('knows our service %s that runs', async (name, variable) => {
    const { run } = await openFolder();
    const { url } = await openWorld(onLocal, name);
    const { get } = await run({ [variable]: new URL(url).port });
    expect(get(name)).toMatchObject({ state: 'good', text: `runs at ${url}` });
  });

  it('says the rest too where the port of the documentation is wrong', async () => {
    const { run } = await openFolder();
    const { code, get } = await run({ PORT: 'abc' });
    expect([code, get('docs')?.state, get('Disk')?.state]).toEqual([1, 'bad', 'good']);
  });

  it('says that .env cannot be read', async () => {
    const { path, run } = await openFolder();
    mkdirSync(join(path, '.env'));
    await expectFailure(run(), 'configuration', 'unreadable_env');
  });
});
