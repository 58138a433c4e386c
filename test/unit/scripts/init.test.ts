import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { recordingShell } from '#test/support/command-line/recording-shell.ts';
import { eachTest } from '#test/support/each-test.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { pipelines } from '../../../scripts/commands/init/pipeline.ts';
import { lantern } from '../../../scripts/commands/lantern.ts';
import { printError } from '../../../scripts/program/main.ts';

const folder = eachTest(temporaryFolder);
const file = () => join(folder().path, '.env');
const written = () => parseEnv(readFileSync(file(), 'utf8'));

async function init(words: string, typed = '') {
  const shell = { ...recordingShell({}, typed), directory: folder().path };
  const code = await lantern(['init', ...words.split(' ').filter(Boolean)], shell).catch((error) =>
    printError(error, shell.stderr),
  );
  return { code: code ?? 0, ...shell.printed() };
}

describe('lantern init, for a service', () => {
  it('writes .env with secrets of its own, readable by its owner alone', async () => {
    const typed = 'claude\n\nhttps://code.example/acme/shop\nhttps://ci.example.com\nada\n\n\n\n\n';
    const { code, stdout } = await init('analysis', typed);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('.env. Fill in CI_PASSWORD, SCM_TOKEN there.'),
    ]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(written()).toEqual({
      ADMIN_KEY: expect.stringMatching(/^.{32}$/) as string,
      APP_ENCRYPTION_KEY: expect.stringMatching(/^.{32}$/) as string,
      ...{ AI_PROVIDER: 'provider_a', TESTS_REPO_URL: 'https://code.example/acme/shop' },
      ...{ CI_URL: 'https://ci.example.com', CI_USER: 'ada' },
    });
    expect(readFileSync(file(), 'utf8')).toMatch(/^#CI_PASSWORD=\n#SCM_TOKEN=\n/m);
  });

  it('asks again for what the service would refuse at its start', async () => {
    const typed = "vim\ngemini\nit's\n\nfree\n2.50\nmaybe\ntrue\n";
    const { code, stderr } = await init('docs', typed);
    expect(code).toBe(0);
    for (const problem of [
      'one of claude',
      'quotes and backslashes',
      'MAX_COST must be',
      'PUBLIC_DOCS must be',
    ])
      expect(stderr).toContain(problem);
    expect(written()).toMatchObject({ AI_PROVIDER: 'provider_b', MAX_COST: '2.50' });
  });

  it('keeps what is set, and writes nothing twice', async () => {
    writeFileSync(file(), '# ours\nAI_PROVIDER=provider_c');
    await init('docs', 'opus\n');
    const first = readFileSync(file(), 'utf8');
    expect(first).toBe("# ours\nAI_PROVIDER=provider_c\nAI_MODEL='opus'\n");
    const { stdout, stderr } = await init('docs', '');
    expect(stdout).toContain('Nothing to write.');
    expect(stderr).toContain('AI_MODEL is set already');
    expect(readFileSync(file(), 'utf8')).toBe(first);
    await init('agent');
    const twice = readFileSync(file(), 'utf8');
    await init('agent');
    expect(readFileSync(file(), 'utf8')).toBe(twice);
  });

  it('says what it can write', async () => {
    const { code, stderr } = await init('everything');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('docs, analysis, webhook, sessions, agent, pipeline'),
    ]);
  });

  it('writes the configuration of the receiver as lantern webhook init does', async () => {
    const { code, stdout } = await init('webhook', 'team/lamp\n');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('webhook/config.yaml. Set SCM_TOKEN'),
    ]);
  });
});

describe('lantern init, for a pipeline', () => {
  const answers = {
    server: 'https://analysis.example.com',
    reports: 'reports/**/*.xml',
    gate: 'new',
  };

  it('prints the step of the one that the repository uses', async () => {
    mkdirSync(join(folder().path, '.github/workflows'), { recursive: true });
    const { code, stdout } = await init('pipeline', `${answers.server}\n\nproduct\n`);
    expect(code).toBe(0);
    expect(stdout).toContain('GitHub Actions, in the job of .github/workflows');
    expect(stdout).toContain("run: node lantern.mjs analyze 'reports/**/*.xml' --fail-on product");
    expect(stdout).not.toContain('GitLab');
  });

  it('lets no answer break out of the step', async () => {
    const typed = [
      ...["https://a.example/'; rm -rf", 'ftp://a.example', answers.server],
      ...["'; rm -rf /", '$(id)', 'out/*.xml', 'none', 'any', ''],
    ].join('\n');
    const { stdout, stderr } = await init('pipeline --json', typed);
    expect(stderr.match(/must be|a path can have|one of new/g)).toHaveLength(5);
    const steps = JSON.parse(stdout) as { step: string }[];
    expect(steps).toHaveLength(pipelines.length);
    for (const { step } of steps) {
      expect(step).toContain("node lantern.mjs analyze 'out/*.xml' --fail-on any");
    }
  });

  it('docs/analysis.md has every step as it is printed', () => {
    const page = readFileSync('docs/analysis.md', 'utf8');
    const missing = pipelines.filter(({ step }) => !page.includes(`\n${step(answers)}\n`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});
