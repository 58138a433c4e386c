import * as z from 'zod/mini';
import { priceSettings } from '#core/ai/prices.ts';
import type { Environment } from '#core/platform/ports/environment.ts';
import { scmSettings } from '#core/scm/settings.ts';
import { lowerAscii } from '#core/text/ascii.ts';
import { flag, integer, optionalFlag, parsed, settings } from '#core/platform/settings.ts';
import { readHttpUrl, readWebUrl, webUrlProblem } from '#core/text/url.ts';
import { readNewsChannels } from './news-channels.ts';
import { readAdditionalRepos } from './schema/additional-repos.ts';
import { hasCredentials, readRepository } from './schema/repository.ts';

const text = () => z.optional(z.string());

/** Credentials have a variable of their own. */
const webUrl = () => z.optional(parsed(webUrlProblem, readWebUrl));

function repository(value: string) {
  const repo = readRepository(value);
  return repo && !hasCredentials(repo.url) ? repo : undefined;
}

function names(value: string): ReadonlySet<string> {
  const all = value.split(',').map((name) => lowerAscii(name.trim()));
  return new Set(all.filter((name) => name !== ''));
}

const ciKinds = ['jenkins', 'github-actions'] as const;

/**
 * The failure-analysis service's variables. AI_PROVIDER, AI_MODEL and PEER_AI_CONFIGS are checked when
 * an analysis uses them: a request may bring its own.
 */
export const analysisSettings = settings({
  /** logs in `admin`, and is accepted as bearer token */
  ADMIN_KEY: text(),
  /** API keys are hashed and stored credentials encrypted with this key: changing it invalidates
   * both; unset: one is generated and kept under the user data directory
   * (`$XDG_DATA_HOME/lantern`, `~/.local/share/lantern`) */
  APP_ENCRYPTION_KEY: text(),
  /** names, separated by commas, of the users who may create or change data, besides administrators;
   * unset: everyone. A name alone proves nothing */
  ALLOWED_USERS: z._default(parsed('must be a list of names', names), new Set()),
  /** cookies over HTTPS only, and HSTS */
  SECURE_COOKIES: flag(true),
  /** the address of this service for links in results, issues and reports; unset: links are relative */
  PUBLIC_BASE_URL: webUrl(),
  /** a YAML or JSON file of rules for the metadata of jobs; a missing or invalid one is no rules and a
   * warning; rules saved on the page `/metadata` replace it */
  METADATA_RULES_FILE: text(),

  /** `provider_a`, `provider_b` or `provider_c`: used when a request does not say */
  AI_PROVIDER: text(),
  /** used when a request does not say */
  AI_MODEL: text(),
  /** @internal `npm start` sets it: without a provider and model the defaults are used. */
  LANTERN_MODEL_DEFAULTS: flag(false),
  /** minutes for one answer; at most 14 in the cloud, unless the stage has `worker: 'task'` */
  AI_CLI_TIMEOUT: integer(10, 1),
  /** calls of models at once, for each analysis, peers included */
  MAX_CONCURRENT_AI_CALLS: integer(3, 1),
  /** models that review the analysis: `provider:model`, separated by commas */
  PEER_AI_CONFIGS: text(),
  /** rounds of a debate, 1 to 10 */
  PEER_ANALYSIS_MAX_ROUNDS: integer(3, 1, 10),
  /** failures that differ only in what changes from run to run (addresses, ids, times, paths, lines)
   * share one call */
  GROUP_NORMALIZED: flag(true),

  /** repository of the tests, `url` or `url:ref` */
  TESTS_REPO_URL: z.optional(
    parsed('must be the URL of a repository without a user or token, or url:ref', repository),
  ),
  /** token for it; never sent to another host */
  TESTS_REPO_TOKEN: text(),
  /** further repositories, `name:url[:ref][@token]`, separated by commas */
  ADDITIONAL_REPOS: z._default(
    parsed(
      'must be name:url[:ref][@token],… with a different folder name each, and without a user in the URL',
      readAdditionalRepos,
    ),
    [],
  ),

  /** the kind of build server: `jenkins` or `github-actions`. With the second a job is named
   * `owner/repo/workflow.yml`, and the build number is the number of the run */
  CI_KIND: z._default(
    parsed('must be jenkins or github-actions', (text) => ciKinds.find((kind) => kind === text)),
    'jenkins',
  ),
  /** the build server; unset with `github-actions`: the public GitHub's, `https://api.github.com` */
  CI_URL: webUrl(),
  /** user name at the build server; not used with `github-actions` */
  CI_USER: text(),
  /** password or token at the build server */
  CI_PASSWORD: text(),
  /** checks the build server's certificate */
  CI_SSL_VERIFY: flag(true),
  /** seconds for a call of the build server */
  CI_TIMEOUT: integer(30, 1),
  /** MB of a build's artifacts, together */
  CI_ARTIFACTS_MAX_SIZE_MB: integer(500, 1),
  /** gives a build's artifacts to the model */
  GET_JOB_ARTIFACTS: flag(true),
  /** waits for the end of the build before the analysis */
  WAIT_FOR_COMPLETION: flag(true),
  /** minutes between two looks at a running build */
  POLL_INTERVAL_MINUTES: integer(2, 1),
  /** the longest wait for a build; 0: no limit */
  MAX_WAIT_MINUTES: integer(0, 0),
  /** days that analyses are kept, with everything that belongs to them; of older ones only the numbers
   * of their failures stay, for the statistics of their job. 0: for ever */
  RESULTS_RETENTION_DAYS: integer(0, 0),
  /** analyzes successful builds too */
  FORCE_ANALYSIS: flag(false),

  /** the issue tracker */
  TRACKER_URL: webUrl(),
  /** account of a cloud tracker; with it `TRACKER_API_TOKEN` is preferred, without it `TRACKER_PAT` */
  TRACKER_EMAIL: text(),
  /** token of a cloud tracker */
  TRACKER_API_TOKEN: text(),
  /** personal access token of a tracker on a server */
  TRACKER_PAT: text(),
  /** project of new issues */
  TRACKER_PROJECT_KEY: text(),
  /** checks the tracker's certificate */
  TRACKER_SSL_VERIFY: flag(true),
  /** duplicates to look for, for each product bug */
  TRACKER_MAX_RESULTS: integer(5, 1),
  /** looks for duplicates; unset: if URL, credentials and project of the tracker are set */
  ENABLE_TRACKER: optionalFlag(),
  /** issues may be made in the tracker */
  ENABLE_TRACKER_ISSUES: flag(true),

  /** token for issues in the code host */
  SCM_TOKEN: text(),
  /** issues may be made in the code host; unset: if `TESTS_REPO_URL` and `SCM_TOKEN` are set */
  ENABLE_SCM_ISSUES: optionalFlag(),

  /** the report portal */
  REPORTS_URL: webUrl(),
  /** token of the report portal */
  REPORTS_API_TOKEN: text(),
  /** project in the report portal */
  REPORTS_PROJECT: text(),
  /** checks the report portal's certificate */
  REPORTS_VERIFY_SSL: flag(true),
  /** results may be pushed to the report portal, which needs `PUBLIC_BASE_URL` too; unset: if its URL,
   * token and project are set */
  ENABLE_REPORTS: optionalFlag(),

  /** public key of web push; unless both are set a pair is generated and kept. A new pair ends all subscriptions */
  VAPID_PUBLIC_KEY: text(),
  /** its private key */
  VAPID_PRIVATE_KEY: text(),
  /** a mail address or https URL that push services may write to */
  VAPID_CLAIM_EMAIL: z._default(z.string(), 'mailto:lantern@localhost.localdomain'),
  /** a chat's incoming webhook for alerts; it gets `{"text"}` */
  CHAT_WEBHOOK_URL: z.optional(
    parsed('must be an http:// or https:// URL of at most 2,048 characters', (url) =>
      readHttpUrl(url) ? url : undefined,
    ),
  ),
  /** who is told when a run of a job has new failures: `name=chat:<url>`, `name=mail:<address>` or
   * `name=webhook:<url>`, separated by commas; with `daily-` before the kind once a day. The name is
   * that of a team or label of the job (`/metadata`), or of an owner in the CODEOWNERS file of the
   * tests repository (`@…`); `default` is told of what no other channel is for. A chat gets `{"text"}`,
   * a webhook the numbers as JSON */
  NEWS_CHANNELS: z.optional(
    parsed(
      'must be name=chat:url, name=mail:address or name=webhook:url (daily-… once a day), separated by commas, each once',
      readNewsChannels,
    ),
  ),
  /** mail server for alerts; they need `ALERT_EMAIL_TO` too */
  SMTP_HOST: text(),
  /** its port; 465: TLS from the start, 587 and with a user: STARTTLS is required */
  SMTP_PORT: integer(587, 1, 65_535),
  /** user at the mail server; unset: no login */
  SMTP_USER: text(),
  /** password at the mail server */
  SMTP_PASSWORD: text(),
  /** sender; unset: `SMTP_USER`, else `app@` and the mail server */
  SMTP_FROM: text(),
  /** recipient of alerts */
  ALERT_EMAIL_TO: text(),
});

/** Checked before the service starts, besides what its platform reads. */
export const allSettings = (environment: Environment) =>
  [analysisSettings, priceSettings, scmSettings].map((read) => read(environment));
