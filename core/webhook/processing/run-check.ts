import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isFailure } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { SandboxResult } from '#core/platform/ports/programs/sandbox.ts';
import { repositoryPath } from '#core/scm/pull-request.ts';
import { codeBlock } from '#core/text/code-span.ts';
import { count } from '#core/text/count.ts';
import { maskSecrets } from '#core/text/mask.ts';
import { oneLine } from '#core/text/one-line.ts';
import type { CustomCheck, RepositorySettings } from '../configuration/repository-settings.ts';
import { cloneToken, scmFor } from '../configuration/scm-for.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { deliveryLogOf, type ProcessingNeeds } from './delivery-log-of.ts';
import { type Pull, readPull } from '../pulls/pull.ts';
import { quote } from '../pulls/quote.ts';
import { type Check, setCheck } from '../pulls/set-check.ts';
import { type CheckMessage, isTrusted } from '../actions/request-checks.ts';

type Needs = ProcessingNeeds & Pick<Platform, 'git' | 'sandbox'>;

interface Work {
  readonly message: CheckMessage;
  readonly signal: AbortSignal;
}

/** Runs one check of the configuration, apart from the service, and writes its end to the code host and the
 * log. Repeated: runs it again. */
export async function runCheck(needs: Needs, { message, signal }: Work): Promise<void> {
  const { repository, number, sha, delivery } = message;
  const settings = await settingsOf(needs, repository);
  // The configuration may have changed meanwhile.
  const check = settings.customChecks.find(({ name }) => name === message.check);
  if (!check) return;
  const scm = scmFor(needs, settings, { signal });
  const pull = await readPull({ scm, settings }, number);
  const { log, flush } = await deliveryLogOf(
    needs,
    { ...delivery, repository, repository_name: repository.split('/')[1] ?? '' },
    {
      action: undefined,
      sender: delivery.sender ?? undefined,
      pull: { number, title: pull.title, author: pull.author },
      isEvaluation: true,
    },
  );
  try {
    await log.step(`check-${check.name}`, async () => {
      if (!pull.isOpen || pull.headSha !== sha) return { outcome: 'there are newer commits' };
      if (!(await isTrusted({ settings, platform: needs }, pull)))
        return { outcome: 'not allowed' };
      const end = await endOf(needs, { settings, check, pull, signal });
      signal.throwIfAborted();
      if (end.output !== '') log.info(end.output);
      const state = end.isGood ? 'success' : 'failure';
      const text = end.output === '' ? end.title : codeBlock('', end.output);
      await setCheck({ scm }, pull, { name: check.name, state, title: end.title, text });
      return { outcome: end.title };
    });
  } finally {
    await flush();
  }
}

/** The code host shows a line of it. */
const maxTitleLength = 200;

interface Running {
  readonly settings: RepositorySettings;
  readonly check: CustomCheck;
  readonly pull: Pull;
  readonly signal: AbortSignal;
}

interface End extends Pick<Check, 'title'> {
  readonly isGood: boolean;
  /** Without secrets. */
  readonly output: string;
}

function notRun(reason: string): End {
  return { isGood: false, title: `Not run: ${oneLine(reason, maxTitleLength)}`, output: '' };
}

async function endOf(needs: Needs, { settings, check, pull, signal }: Running): Promise<End> {
  const { environment: names = [], minutes = 10, image, network = false } = check;
  const environment: Record<string, string> = {};
  for (const name of names) {
    const value = needs.environment[name];
    if (value === undefined || value === '') return notRun(`the receiver has no variable ${name}`);
    environment[name] = value;
  }
  const { missing } = needs.sandbox;
  if (missing !== undefined) return notRun(missing);
  let checkout;
  try {
    checkout = await needs.git.checkout(await sourceOf(needs, settings, pull, signal), { signal });
  } catch (error) {
    if (isFailure(error, 'upstream') || isFailure(error, 'invalid')) return notRun(error.message);
    throw error;
  }
  try {
    if (checkout.sha !== pull.headSha) return notRun('the repository has no such commit');
    const result = await needs.sandbox.run({
      name: nameOf(settings, check, pull),
      command: check.command,
      directory: checkout.directory,
      environment,
      image,
      hasNetwork: network,
      timeoutMilliseconds: minutes * 60_000,
      signal,
    });
    return shownEnd(result, minutes, Object.values(environment));
  } finally {
    // The command may have left folders that nobody may enter: that changes no result.
    await checkout.dispose().catch((error: unknown) => {
      needs.log('WARNING', 'The clone of a check could not be deleted', { error: String(error) });
    });
  }
}

function nameOf(settings: RepositorySettings, check: CustomCheck, pull: Pull): string {
  const parts = [settings.fullName, pull.headSha, check.name].join(' ');
  return createHash('sha256').update(parts).digest('hex').slice(0, 24);
}

const shape = z.object({ clone_url: z.string() });

/** Commits of forks are in the repository, too. */
async function sourceOf(
  needs: Needs,
  settings: RepositorySettings,
  { name, headSha: ref }: Pull,
  signal: AbortSignal,
) {
  const scm = scmFor(needs, settings, { signal });
  const { clone_url: url } = await scm.json(repositoryPath(name), { shape });
  const token = await cloneToken(needs, settings);
  return { url, ref, ...(token !== undefined && { token: `x-access-token:${token}` }) };
}

function shownEnd(result: SandboxResult, minutes: number, secrets: readonly string[]): End {
  if (result.end === 'not-run') return notRun(result.reason);
  const { end, code } = result;
  const output = maskSecrets(result.output, secrets).trim();
  if (end === 'timed-out') {
    return { isGood: false, title: `Ended after ${count(minutes, 'minute')}, its limit`, output };
  }
  const title = code === 0 ? 'Passed' : `Failed with exit code ${quote(String(code))}`;
  return { isGood: code === 0, title, output };
}
