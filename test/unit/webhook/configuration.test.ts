import { cloud, laptop } from '#core/home/homes.ts';
import { readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { configurationOf, findEntry } from '#core/webhook/configuration/configuration.ts';
import {
  assertUsable,
  maskFor,
  readConfiguration,
} from '#core/webhook/configuration/read-configuration.ts';
import { readConfigurationPage } from '#core/webhook/pages/read-configuration-page.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { settingText } from '#core/webhook/configuration/origins.ts';
import { parseConfiguration } from '#core/webhook/configuration/parse.ts';
import {
  configurationFile,
  customCheck,
  repositoryEntry,
  repositoryFileKeys,
  securityChecks,
} from '#core/webhook/configuration/schema.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { expectFailure } from '#test/support/expect-failure.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { memoryBlobs } from '#test/support/docs/memory-blobs.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const repositories = 'repositories: {lantern: {name: acme/lantern}}';

function read(yaml: string, environment: Environment = {}) {
  return configurationOf(parseConfiguration(`${yaml}\n${repositories}`), environment);
}

function reasonFor(yaml: string): string {
  try {
    parseConfiguration(yaml);
    return 'no problem';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('config.yaml', () => {
  const entry = (lines: string) => `repositories:\n  a:\n    ${lines}`;
  it.each([
    ['', 'config.yaml: the file is empty: name at least one repository under repositories'],
    ['port: 1', 'config.yaml: repositories is missing'],
    ['repositories: {}', 'line 1: repositories must name at least one repository'],
    ['- a', 'the file must have keys of its own'],
    ['a: [', 'line 1, column 5'],
    [`a: &x [1]\nb: [${'*x,'.repeat(101)}]`, 'aliases exceeded maxAliases (100)'],
    [
      `a: &a [${'x,'.repeat(9)}]\n${[...'bcdefgh'].map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]},`.repeat(9)}]`).join('\n')}`,
      'it has more than 100,000 values',
    ],
    ['a: &a [*a]', 'nesting exceeded'],
    ['['.repeat(100_000), 'line 1, column 20: nesting exceeded'],
    [`a: ${'x'.repeat(1024 * 1024)}`, 'longer than 1 MiB'],
    [entry('nam: x/y'), "line 3: repositories.a.nam is not a known key. Did you mean 'name'?"],
    [entry('minimum-lgtm: 1'), 'repositories.a.name is missing'],
    [entry('name: x'), 'line 3: repositories.a.name must be owner/name'],
    [entry('name: x/y\n    port: 1'), 'line 4: repositories.a.port is not a known key'],
    [entry('name: x/y\n  A: {name: X/Y}'), 'repositories.A.name must differ from other entries'],
  ])('refuses %j', (yaml, reason) => {
    expect(reasonFor(yaml)).toContain(reason);
  });

  it.each([
    ['webhook-secrets: x', "is not a known key. Did you mean 'webhook-secret'?"],
    ['labels: {enabled-label: []}', "is not a known key. Did you mean 'enabled-labels'?"],
    ['labels: {enabled-labels: [sizes]}', 'must be one of size, branch'],
    ['labels: {colors: {hold: blurple}}', 'must be a CSS colour name'],
    ['max-workers: 0', 'must be a whole number from 1 to 1000'],
    ['port: 70000', 'must be a whole number from 0 to 65535'],
    ['verify-scm-ips: "yes"', 'must be true or false'],
    ['log-level: LOUD', 'must be one of DEBUG'],
    ['log-file: ../x.log', 'must be the name of a file, without a folder'],
    ['scm-api-url: file:///x', 'must be an http:// or https:// URL'],
    [
      'webhook-ip: https://hooks.example/',
      'must have a path, such as https://hooks.example/webhook_server',
    ],
    ['webhook-secret: ""', 'must be a text that is not empty'],
    ['webhook-secret: []', 'must name a secret'],
    ['webhook-secret:', 'must be a text that is not empty'],
    ['webhook-secret: null', 'must be a text that is not empty'],
    ['webhook-secret: [a, ~]', 'must be a text that is not empty'],
    ['docs: {url: "http://docs.test", key: null}', 'must be a text'],
    ['docs: {key: x}', 'docs.url is missing'],
    ['pr-size-thresholds: {A: {threshold: 0}}', 'must be a whole number from 1'],
    ['events: []', 'must name an event'],
  ])('refuses %j, and names the key', (line, reason) => {
    const [key = ''] = line.split(':');
    const text = reasonFor(`${line}\n${repositories}`);
    expect(text).toMatch(new RegExp(`(line 1: )?${key}`));
    expect(text).toContain(reason);
  });

  it('names every problem, never a secret', () => {
    const reason = reasonFor('webhook-secret: {a: hunter2}\nport: x\nfoo: hunter2');
    for (const part of ['webhook-secret', 'port', 'foo', 'repositories']) {
      expect(reason).toContain(part);
    }
    expect(reason).not.toContain('hunter2');
  });

  it('has the defaults of the requirement', () => {
    expect(read('')).toMatchObject({
      webhookUrl: undefined,
      ...{ secrets: [], verifies: { scm: false, cdn: false }, maxWorkers: 10 },
      ...{ masksByWords: true, fillsGaps: false },
      scm: { url: 'https://api.github.com', isTrusted: false },
      addresses: {
        scm: { url: 'https://api.github.com/meta', isTrusted: false },
        cdn: { isTrusted: false },
      },
    });
  });

  it.each<[string, Environment, string, object]>([
    ['WEBHOOK_SECRET', { WEBHOOK_SECRET: 'b' }, 'webhook-secret: a', { secrets: ['b'] }],
    ['two secrets', {}, 'webhook-secret: [a, 12]', { secrets: ['a', '12'] }],
    [
      'secrets as they are written',
      {},
      'webhook-secret: [0012345, 1e3, 0x10, 12345678901234567890, true]\nscm-tokens: 1.50',
      {
        secrets: ['0012345', '1e3', '0x10', '12345678901234567890', 'true'],
        defaults: { 'scm-tokens': ['1.50'] },
      },
    ],
    ['a tag', {}, 'minimum-lgtm: !!int 1', { defaults: { 'minimum-lgtm': 1 } }],
    ['a size named key', {}, 'pr-size-thresholds: {key: {threshold: 9}}', { secrets: [] }],
    ['MAX_WORKERS', { MAX_WORKERS: '3' }, 'max-workers: 5', { maxWorkers: 3 }],
    ['max-workers', {}, 'max-workers: 5', { maxWorkers: 5 }],
    [
      'VERIFY_SCM_IPS and VERIFY_CDN_IPS',
      { VERIFY_SCM_IPS: 'false', VERIFY_CDN_IPS: 'true' },
      'verify-scm-ips: true',
      { verifies: { scm: false, cdn: true } },
    ],
    [
      'an own code host',
      {},
      'scm-api-url: https://scm.example/api/v3/',
      {
        scm: { url: 'https://scm.example/api/v3', isTrusted: true },
        addresses: { scm: { url: 'https://scm.example/api/v3/meta', isTrusted: true } },
      },
    ],
    [
      'one alias',
      {},
      'webhook-secret: &all [a, b]\nscm-tokens: *all',
      { secrets: ['a', 'b'], defaults: { 'scm-tokens': ['a', 'b'] } },
    ],
  ])('reads %s: the environment wins', (_, environment, yaml, expected) => {
    expect(read(yaml, environment)).toMatchObject(expected);
  });

  it('finds a repository by its full name, then by its name in the map', () => {
    const yaml = 'repositories: {one: {name: acme/two}, two: {name: acme/one}}';
    const configuration = configurationOf(parseConfiguration(yaml), {});
    const nameOf = (fullName: string, name: string) =>
      findEntry(configuration, { fullName, name })?.name;
    expect(nameOf('ACME/two', 'two')).toBe('acme/two');
    expect(nameOf('other/two', 'TWO')).toBe('acme/one');
    expect(nameOf('other/three', 'three')).toBeUndefined();
    expect(nameOf('other/constructor', 'constructor')).toBeUndefined();
    const kit = configurationOf(parseConfiguration('repositories: {kit: {name: acme/kit}}'), {});
    expect(findEntry(kit, { fullName: 'acme/\u212Ait', name: '\u212Ait' })).toBeUndefined();
  });

  it.each([
    ['red', 'ff0000'],
    ['RebeccaPurple', '663399'],
    ['#D93F0B', 'd93f0b'],
    ['d93f0b', 'd93f0b'],
    ['fff', undefined],
    ['toString', undefined],
  ])('reads the colour %s as %s', (text, colour) => {
    const { data } = repositoryFileKeys.safeParse({ labels: { colors: { wip: text } } });
    expect(data?.labels?.colors?.['wip']).toBe(colour);
  });
});

describe('the configuration in force', () => {
  function world(home = laptop) {
    const logged: string[] = [];
    const blobs = memoryBlobs();
    const clock = manualClock();
    const log = (...line: unknown[]) => void logged.push(line.join(' '));
    return { home, blobs, clock, log, logged, environment: {} };
  }

  it.each([
    ['a tenth of a second', laptop, 100],
    ['10 s in the cloud', cloud({}), 10_000],
  ])('is that of the file %s after it changes', async (_, home, delayMs) => {
    const needs = world(home);
    await expectFailure(readConfiguration(needs), 'configuration');
    await needs.blobs.put('config.yaml', repositories);
    await needs.clock.advance(delayMs);
    expect((await readConfiguration(needs)).maxWorkers).toBe(10);
    await needs.blobs.put('config.yaml', `max-workers: 4\n${repositories}`);
    await needs.clock.advance(delayMs - 1);
    expect((await readConfiguration(needs)).maxWorkers).toBe(10);
    await needs.clock.advance(1);
    expect((await readConfiguration(needs)).maxWorkers).toBe(4);
  });

  it('is looked at once for all deliveries that come meanwhile', async () => {
    const needs = world();
    await needs.blobs.put('config.yaml', repositories);
    await readConfiguration(needs);
    await needs.clock.advance(100);
    const head = vi.spyOn(needs.blobs, 'head');
    const read = await Promise.all(Array.from({ length: 64 }, () => readConfiguration(needs)));
    expect([head.mock.calls.length, read.length]).toEqual([1, 64]);
  });

  it('is that of the file after the clock was set back (R7)', async () => {
    const needs = world();
    await needs.blobs.put('config.yaml', repositories);
    await readConfiguration(needs);
    needs.clock.jump(-3_600_000);
    await needs.blobs.put('config.yaml', `max-workers: 4\n${repositories}`);
    expect((await readConfiguration(needs)).maxWorkers).toBe(4);
  });

  it('is none when the file is wrong, and the reason is logged once', async () => {
    const needs = world();
    await needs.blobs.put('config.yaml', `prot: 1\n${repositories}`);
    for (let times = 0; times < 3; times += 1) {
      await expectFailure(readConfiguration(needs), 'configuration', 'bad_configuration');
    }
    expect(needs.logged).toEqual([
      "ERROR config.yaml: line 1: prot is not a known key. Did you mean 'port'?",
    ]);
  });

  it('is none while the file is a link, as the start, the log and the page say', async () => {
    const { path: directory } = await temporaryFolder();
    await writeFile(`${directory}/other.yaml`, repositories);
    await symlink('other.yaml', `${directory}/config.yaml`);
    const needs = { ...world(), blobs: localBlobs({ directory }), fetch: vi.fn() };
    const reason = 'config.yaml: it is a link or a folder, and must be a file';
    await expect(assertUsable(needs)).rejects.toThrow(reason);
    expect((await readConfigurationPage(needs, '')).problems).toEqual([reason]);
    expect(needs.logged).toEqual([`ERROR ${reason}`]);
    await rename(`${directory}/other.yaml`, `${directory}/config.yaml`);
    await needs.clock.advance(100);
    expect((await readConfiguration(needs)).maxWorkers).toBe(10);
  });

  it('masks the secrets of the last usable file while the file is wrong (S10)', async () => {
    const needs = world();
    await needs.blobs.put('config.yaml', `webhook-secret: a-secret-word\n${repositories}`);
    await readConfiguration(needs);
    for (const text of ['a: [', '# nothing']) {
      await needs.blobs.put('config.yaml', text);
      await needs.clock.advance(100);
      expect((await maskFor(needs))('of a-secret-word')).toBe('of ***');
    }
  });
});

describe('the documentation of config.yaml', async () => {
  const root = new URL('../../../', import.meta.url);
  const page = await readFile(new URL('docs/webhook.md', root), 'utf8');

  it('names every key, and no other', () => {
    const schema = Object.keys(configurationFile.shape);
    const entry = Object.keys(repositoryEntry.shape);
    const parts = [customCheck, securityChecks].flatMap(({ shape }) => Object.keys(shape));
    const named = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, key]) => key);
    expect(new Set(named)).toEqual(new Set([...schema, ...entry, ...parts]));
  });

  it('has the defaults that the page of the configuration shows', () => {
    const rows = [...page.matchAll(/^\| `([a-z-]+)` +\| ([^|]+?) +\|/gm)];
    const inPage = new Map(rows.map(([, key = '', text = '']) => [key, text.replaceAll('`', '')]));
    for (const key of Object.keys(repositoryEntry.shape)) {
      if (['name', 'labels', 'scm-tokens', 'webhook-secret'].includes(key)) continue;
      const shown = settingText({ key, value: undefined });
      expect([key, inPage.get(key)?.replace('unset', 'none')]).toEqual([key, shown]);
    }
    expect(settingText({ key: 'labels.enabled-labels', value: undefined })).toBe('all');
  });

  it('has examples that are valid', async () => {
    const file = new URL('core/webhook/configuration/example.yaml', root);
    const example = await readFile(file, 'utf8');
    expect(reasonFor(example)).toContain('the file is empty');
    const [, inPage = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    for (const text of [example.replace(/^#(?! \w)/gm, ''), inPage]) {
      expect(Object.keys(parseConfiguration(text).repositories)).toEqual(['my-project']);
    }
  });
});
