import type { Caller } from '#core/identity/rules.ts';
import { Failure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { GitSource } from '#core/platform/ports/systems/git.ts';
import { repositoryName } from '#core/text/url.ts';
import { assertProjectName, type GenerateRequest } from '../schema.ts';
import { docsSettings } from '../settings.ts';
import type { Generation } from '../tables.ts';
import { chooseModel } from './asking/writer.ts';
import { siteOf } from './site-of.ts';

type Needs = Pick<Platform, 'git' | 'home' | 'environment' | 'ai'>;

/** What is to be documented, and the name of its site. */
export async function readSource(
  needs: Needs & Pick<Platform, 'records'>,
  caller: Caller,
  request: GenerateRequest,
): Promise<{ source: GitSource; name: string }> {
  const { source, name } = await readRepository(needs, caller, request);
  const mayUse = 'url' in source && { mayUseTokens: mayUseTokens(needs, caller) };
  return siteOf(needs, { owner: caller.username, name }, { ...source, ...mayUse });
}

async function readRepository(
  { git, home, environment }: Needs,
  caller: Caller,
  { repo_url, repo_path, branch, name }: GenerateRequest,
): Promise<{ source: GitSource; name: string }> {
  if (typeof name === 'string') assertProjectName(name);
  if (typeof repo_path === 'string') {
    if (!caller.isAdmin) {
      const message = 'Local repo path access requires admin privileges';
      throw new Failure('forbidden', 'local_path', message);
    }
    if (!home.isOneMachine) {
      const message = 'Local repositories cannot be read here: give repo_url';
      throw new Failure('invalid', 'local_path', message);
    }
    if (typeof branch === 'string') {
      const message = 'A local repository is read as it is: branch goes with repo_url';
      throw new Failure('invalid', 'bad_ref', message);
    }
    const { directory } = await git.checkout({ path: repo_path });
    return { source: { path: directory }, name: name ?? readName(directory) };
  }
  const url = repo_url as string;
  const source = { url, ...(typeof branch === 'string' && { ref: branch }) };
  await git.check(source);
  const isSsh = !/^https:/i.test(url);
  if (isSsh && !belongsTo(caller, docsSettings(environment).SSH_CLONES)) {
    const message =
      'Only administrators may clone over ssh here: give the https URL of the repository';
    throw new Failure('forbidden', 'ssh_clone', message);
  }
  return { source, name: name ?? readName(url) };
}

/** The smaller of the operator's and the request's; null: there is none. */
function costLimit(...limits: readonly (number | null | undefined)[]): number | null {
  const amounts = limits.filter((limit) => typeof limit === 'number');
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/** Whether the caller's clones may use GIT_TOKENS. */
function mayUseTokens({ environment }: Pick<Needs, 'environment'>, caller: Caller): boolean {
  return belongsTo(caller, docsSettings(environment).GIT_TOKENS_FOR);
}

function belongsTo(caller: Caller, group: 'admins' | 'users'): boolean {
  return caller.isAdmin || group === 'users';
}

function readName(source: string): string {
  const name = repositoryName(source);
  assertProjectName(name);
  return name;
}

export async function readOptions(
  { environment, home, ai }: Needs,
  { ai_provider, ai_model, ai_cli_timeout, max_cost }: GenerateRequest,
): Promise<Pick<Generation, 'ai_provider' | 'ai_model' | 'timeout_minutes' | 'max_cost'>> {
  const { AI_CLI_TIMEOUT, MAX_COST } = docsSettings(environment);
  const model = await chooseModel({ environment, ai }, { ai_provider, ai_model });
  const maxMinutes = home.callMinutes;
  if ((ai_cli_timeout ?? 0) > maxMinutes) {
    const message = `ai_cli_timeout may be at most ${maxMinutes} minutes here`;
    throw new Failure('invalid', 'long_timeout', message);
  }
  return {
    ...model,
    timeout_minutes: Math.min(ai_cli_timeout ?? AI_CLI_TIMEOUT, maxMinutes),
    max_cost: costLimit(MAX_COST, max_cost),
  };
}
