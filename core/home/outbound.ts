import { lazy, lazyCalls } from '#core/platform/lazy.ts';
import { gitTokenSettings } from './git-tokens.ts';
import { sidecarSettings } from '#core/ai/sidecar-settings.ts';
import { commonSettings } from '#core/platform/settings.ts';
import type { Blobs } from '#core/platform/ports/blobs.ts';
import type { Clock } from '#core/platform/ports/clock.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import type { Fetch } from '#core/platform/ports/fetch.ts';
import type { KeptRuns, RunProgram } from '#core/platform/ports/programs/programs.ts';
import type { Log } from '#core/platform/ports/log.ts';
import type { Platform } from '#core/platform/ports/platform.ts';
import type { Secrets } from '#core/platform/ports/secrets.ts';

export interface OutboundOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Log;
  readonly blobs: Blobs;
  readonly secrets: Secrets;
  /** The folder for clones. */
  readonly clones: string;
  /** An empty folder for AI command lines that must not start in a repository. */
  readonly neutral: string;
  /** Runs programs that survive this process. Absent: programs end with it. */
  readonly programs?: { readonly run: RunProgram } & KeptRuns;
  /** The command that answers when a provider's own program is not installed. */
  readonly standIn?: readonly string[];
  /** Variables that sign an AI command line in to Bedrock. */
  readonly bedrock?: () => Promise<Readonly<Record<string, string>>>;
}

/** The ports to other systems, the same in both homes. Each is loaded at its first use: most
 * functions need none of them. */
export function outbound(
  options: OutboundOptions,
): Pick<Platform, 'git' | 'ai' | 'sandbox' | 'mail' | 'push' | 'fetch'> {
  const { environment, clock, log, blobs, clones, neutral, programs, standIn } = options;
  const { ALLOW_PRIVATE_HOSTS, ALLOW_PRIVATE_REPO_HOSTS, REPO_ROOTS } = commonSettings(environment);
  const { GIT_TOKENS: tokens } = gitTokenSettings(environment);

  const certificates = async () => {
    const { readExtraCertificates } =
      await import('#core/platform/adapters/net/fetch/certificates.ts');
    const extra = readExtraCertificates(environment);
    return extra === undefined ? {} : { certificates: extra };
  };
  const fetch = lazy(async () => {
    const { netFetch } = await import('#core/platform/adapters/net/fetch/fetch.ts');
    return netFetch({
      allowPrivate: ALLOW_PRIVATE_HOSTS,
      clock,
      log,
      ...(await certificates()),
    });
  });
  const calls = ['check', 'checkout', 'resolve', 'defaultBranch', 'tags', 'hashes'] as const;
  const git = lazyCalls(calls, async () => {
    const { netGit } = await import('#core/platform/adapters/net/git/git.ts');
    return netGit({
      allowPrivate: ALLOW_PRIVATE_HOSTS || ALLOW_PRIVATE_REPO_HOSTS,
      roots: REPO_ROOTS,
      tokens,
      directory: clones,
      clock,
      log,
      environment,
      ...(await certificates()),
    });
  });
  const { SIDECAR_URL } = sidecarSettings(environment);
  const ai = lazyCalls(['ask', 'unavailable', 'program', 'works', 'abandon'], async () => {
    if (SIDECAR_URL !== undefined) {
      const { sidecarAi } = await import('#core/ai/sidecar-ai.ts');
      const { sidecarKey } = await import('./sidecar-key.ts');
      const key = () => sidecarKey(environment, SIDECAR_URL);
      const needs = { environment, clock, log, blobs, fetch: fetchOnce };
      return sidecarAi(needs, { url: SIDECAR_URL, key });
    }
    const { commandLineAi } = await import('#core/ai/command-line-ai.ts');
    const { isInstalled, programRunner } =
      await import('#core/platform/adapters/local/programs/command-line.ts');
    const { neutralFolder } =
      await import('#core/platform/adapters/local/programs/neutral-folder.ts');
    return commandLineAi({
      environment,
      clock,
      log,
      blobs,
      run: programs?.run ?? programRunner({ clock }),
      kept: programs,
      neutralFolder: neutralFolder(neutral),
      bedrock: options.bedrock,
      ...(standIn && { standIn, isInstalled }),
    });
  });
  const sandbox = lazyCalls(['run'], async () => {
    const { localSandbox } = await import('#core/platform/adapters/local/programs/sandbox.ts');
    return localSandbox({ clock, environment });
  });
  const fetchOnce: Fetch = async (url, request) => (await fetch())(url, request);
  const mail = lazyCalls(['send'], async () =>
    (await import('#core/platform/adapters/net/mail.ts')).smtpMail(environment),
  );
  const push = lazyCalls(['publicKey', 'check', 'send'], async () => {
    const { webPush } = await import('#core/platform/adapters/net/push/push.ts');
    return webPush({
      environment,
      secrets: options.secrets,
      fetch: fetchOnce,
      allowPrivate: ALLOW_PRIVATE_HOSTS,
    });
  });

  return {
    fetch: fetchOnce,
    git,
    ai,
    sandbox,
    mail,
    push,
  };
}
