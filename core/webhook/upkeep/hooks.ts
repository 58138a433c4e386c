import * as z from 'zod/mini';
import { isFailure, unlessMissing } from '#core/platform/failure.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Scm } from '#core/scm/client.ts';
import { withoutSlashes } from '#core/text/url.ts';
import { type ConfigurationNeeds, findConfiguration } from '../configuration/read-configuration.ts';
import type { RepositorySettings } from '../configuration/repository-settings.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import { eachRepository } from './each-repository.ts';

const schema = z.object({
  id: z.union([z.int(), z.string()]),
  active: z.catch(z.boolean(), true),
  events: z.catch(z.array(z.string()), []),
  config: z.object({
    url: z.catch(z.string(), ''),
    content_type: z.catch(z.string(), 'form'),
    /** Asterisks: the host tells only that there is one. */
    secret: z.catch(z.string(), ''),
  }),
});

export type Hook = z.output<typeof schema>;

export function hooksPath(fullName: string): string {
  return `/repos/${fullName}/hooks`;
}

/** The hook of a repository whose URL is ours. */
export async function findOurHook(
  scm: Scm,
  fullName: string,
  url: string,
): Promise<Hook | undefined> {
  const hooks = await scm.all(hooksPath(fullName));
  return hooks
    .flatMap((hook) => schema.safeParse(hook).data ?? [])
    .find(({ config }) => withoutSlashes(config.url) === url);
}

type Needs = ConfigurationNeeds & Pick<Platform, 'fetch'>;

/**
 * Creates our hook in each configured repository, or makes it what the configuration says. May run
 * twice at the same time. Without `webhook-ip` nothing happens.
 */
export async function repairHooks(needs: Needs, signal?: AbortSignal): Promise<void> {
  const configuration = await findConfiguration(needs);
  const webhookUrl = configuration?.webhookUrl;
  if (!configuration || webhookUrl === undefined) return;
  await eachRepository(
    needs,
    configuration,
    { task: 'hook', signal },
    async ({ fullName }, scm) => {
      const settings = await settingsOf(needs, fullName);
      const hook = await findOurHook(scm, fullName, webhookUrl);
      const done = await repair(scm, settings, webhookUrl, hook);
      if (done) needs.log('INFO', `hook ${done}`, { repository: fullName });
    },
  );
}

async function repair(scm: Scm, settings: RepositorySettings, url: string, hook: Hook | undefined) {
  const { fullName, events, secrets } = settings;
  if (!hook) return (await create(scm, settings, url)) && 'created';
  const path = `${hooksPath(fullName)}/${hook.id}`;
  const hasSecret = hook.config.secret !== '';
  // The secret of a hook cannot be read, and deliveries as forms cannot either.
  if (hasSecret !== secrets.length > 0 || hook.config.content_type !== 'json') {
    await unlessMissing(scm.call(path, { method: 'DELETE' }));
    return (await create(scm, settings, url)) && 'created again';
  }
  if (sorted(hook.events) === sorted(events) && hook.active) return undefined;
  await scm.call(path, { method: 'PATCH', body: { events, active: true } });
  return hook.active ? 'events corrected' : 'switched on';
}

/** False: another process was faster. */
async function create(
  scm: Scm,
  { fullName, events, secrets: [secret] }: RepositorySettings,
  url: string,
): Promise<boolean> {
  const config = { url, content_type: 'json', ...(secret !== undefined && { secret }) };
  const body = { name: 'web', active: true, events, config };
  try {
    // The host refuses a second hook of the same kind, so that repeating does no harm.
    await scm.call(hooksPath(fullName), { method: 'POST', body, mayRepeat: true });
    return true;
  } catch (error) {
    if (isFailure(error, 'unprocessable') && /already exists/i.test(error.message)) return false;
    throw error;
  }
}

function sorted(events: readonly string[]): string {
  return [...events].sort().join();
}
