import * as z from 'zod/mini';
import { lowerAscii } from '../../text/ascii.ts';
import { labelKinds } from './repository-settings.ts';
import * as value from './values.ts';

// Every key of config.yaml. docs/webhook.md describes them; a test compares the two.

const optional = z.optional;

const bridge = z.strictObject({ url: value.webUrl, key: optional(value.text) });

const size = z.strictObject({
  /** Pull requests with fewer changed lines have this size; `.inf`: all others. */
  threshold: z.union(
    [value.wholeNumber(1, 1_000_000), z.literal(Infinity)],
    'must be a whole number from 1, or .inf',
  ),
  color: optional(value.colour),
});

/** Keys that the repository's own file may have too: a repository is not trusted with more. */
const repositoryKeys = {
  'log-level': optional(value.logLevel),
  events: optional(value.texts.check(z.minLength(1, 'must name an event'))),
  'welcome-extra-info': optional(value.text),
  labels: optional(
    z.strictObject({
      'enabled-labels': optional(z.array(z.enum(labelKinds, listed(labelKinds)))),
      colors: optional(z.record(z.string(), value.colour)),
    }),
  ),
  'pr-size-thresholds': optional(z.record(z.string(), size)),
  'minimum-lgtm': optional(value.wholeNumber(0, 100)),
  'can-be-merged-required-labels': optional(value.texts),
  'auto-verified-and-merged-users': optional(value.texts),
  'set-auto-merge-prs': optional(value.texts),
  'allow-commands-on-draft-prs': optional(
    z.union([value.yesOrNo, value.texts], 'must be true, false or a list of commands'),
  ),
  'conventional-title': optional(value.commaList),
  'default-status-checks': optional(value.texts),
  'required-conversation-resolution': optional(value.yesOrNo),
};

export const repositoryFileKeys = z.strictObject(repositoryKeys);

/** Keys that name secrets or where they are sent: of the operator alone. */
const trustedKeys = {
  'scm-tokens': optional(value.oneOrMore),
  // An empty list would accept every sender.
  'webhook-secret': optional(value.oneOrMore.check(z.minLength(1, 'must name a secret'))),
  docs: optional(bridge),
  analysis: optional(bridge),
};

const fullName = value.readAs('must be owner/name', (text) =>
  /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(text) ? text : undefined,
);

export const repositoryEntry = z.strictObject({
  name: fullName,
  ...repositoryKeys,
  ...trustedKeys,
});

const oneRepository = 'must name at least one repository';

/** Keys of the entries whose repository an earlier entry has. */
function repeatedNames(all: Readonly<Record<string, { readonly name: string }>>): string[] {
  const names = Object.values(all).map(({ name }) => lowerAscii(name));
  return Object.keys(all).filter((_, at) => names.indexOf(names[at] ?? '') < at);
}

export const configurationFile = z.strictObject({
  ...repositoryKeys,
  ...trustedKeys,
  'webhook-ip': optional(value.webUrl),
  'verify-scm-ips': optional(value.yesOrNo),
  'verify-cdn-ips': optional(value.yesOrNo),
  'ip-bind': optional(value.text),
  port: optional(value.wholeNumber(0, 65_535)),
  'max-workers': optional(value.wholeNumber(1, 1_000)),
  'log-file': optional(value.fileName),
  'mcp-log-file': optional(value.fileName),
  'logs-server-log-file': optional(value.fileName),
  'mask-sensitive-data': optional(value.yesOrNo),
  'scm-api-url': optional(value.webUrl),
  'scm-meta-url': optional(value.webUrl),
  'cdn-ips-url': optional(value.webUrl),
  'gap-fill': optional(value.yesOrNo),
  alerts: optional(z.strictObject({ url: optional(value.webUrl), mail: optional(value.text) })),
  repositories: z.record(z.string(), repositoryEntry, oneRepository).check(
    z.refine((all) => Object.keys(all).length > 0, oneRepository),
    ({ value: all, issues }) => {
      for (const key of repeatedNames(all)) {
        const path = [key, 'name'];
        issues.push({
          code: 'custom',
          message: 'must differ from other entries',
          path,
          input: all,
        });
      }
    },
  ),
});

export type RepositoryEntry = z.output<typeof repositoryEntry>;
export type ConfigurationFile = z.output<typeof configurationFile>;
/** What both levels of the configuration say about a repository. */
export type RepositoryKeys = Omit<RepositoryEntry, 'name'>;

function listed(words: readonly string[]): string {
  return `must be one of ${words.join(', ')}`;
}
