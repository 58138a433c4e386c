import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandOf } from '#core/ai/provider-command.ts';
import { providerTable, type Provider } from '#core/ai/provider-table.ts';
import { isInstalled } from '#core/platform/adapters/local/programs/command-line.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { bad, type Finding, good, note } from './finding.ts';

const run = promisify(execFile);
const leastNode = 24;

export async function programFindings(variables: Environment): Promise<Finding[]> {
  return [nodeFinding(), await gitFinding(variables), ...(await aiFindings(variables))];
}

function nodeFinding(): Finding {
  const { node } = process.versions;
  return Number.parseInt(node, 10) >= leastNode
    ? good('Node', node)
    : bad('Node', `${node} is too old`, `Install Node ${leastNode} or newer, or run: npm ci`);
}

async function gitFinding({ PATH }: Environment): Promise<Finding> {
  const mend = 'Install git: repositories are cloned with it';
  try {
    const { stdout } = await run('git', ['--version'], { env: { PATH }, timeout: 10_000 });
    return good('git', stdout.trim().replace(/^git version /, ''));
  } catch {
    return bad('git', 'is not in PATH', mend);
  }
}

/** Where each command line keeps that somebody is signed in, in the home folder. */
const signedInFiles: Readonly<Record<string, readonly string[]>> = {
  provider_a: ['.claude/.credentials.json'],
  provider_b: ['.gemini/oauth_creds.json'],
  provider_c: ['.cursor/cli-config.json', '.config/cursor/auth.json'],
};

async function aiFindings(variables: Environment): Promise<Finding[]> {
  const findings = await Promise.all(
    providerTable.map((provider) => aiFinding(provider, variables)),
  );
  if (findings.some(({ state }) => state !== 'bad')) {
    return findings.map((finding) => (finding.state === 'bad' ? milder(finding) : finding));
  }
  const { AI_PROVIDER } = variables;
  if (AI_PROVIDER !== undefined) return findings;
  const text = 'none is installed: the offline writer and analyst work by rules';
  const mend = 'Install one of claude, gemini or agent, and sign in: see docs/settings.md';
  return [note('AI command lines', text, mend)];
}

/** Another one is installed. */
function milder(finding: Finding): Finding {
  return { ...finding, state: 'note' };
}

async function aiFinding(provider: Provider, variables: Environment): Promise<Finding> {
  const { id, title, keys } = provider;
  const { program, replaced } = commandOf(provider, variables);
  const { PATH = '', HOME = '' } = variables;
  if (!(await isInstalled(program, PATH))) {
    return bad(
      title,
      `${program} is not in PATH`,
      `Install ${title}, or choose another AI_PROVIDER`,
    );
  }
  if (replaced) return good(title, `replaced by ${program}`);
  const key = keys.find((name) => variables[name] !== undefined);
  if (key !== undefined) return good(title, `${program}, with ${key}`);
  const file = signedInFiles[id]?.find((each) => existsSync(join(HOME, each)));
  if (file !== undefined) return good(title, `${program}, signed in (~/${file})`);
  return note(
    title,
    `${program} is installed, but it may not be signed in`,
    `Start ${program} once and sign in, or set ${keys[0] ?? 'its key'}`,
  );
}
