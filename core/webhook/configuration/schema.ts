import names from 'color-name';
import { queryOf } from '#core/logs/reading/query-of.ts';
import { isFailure } from '#core/platform/failure.ts';
import * as z from 'zod/mini';
import { lowerAscii } from '#core/text/ascii.ts';
import { readWebUrl, webUrlProblem } from '#core/text/url.ts';

// Every key of config.yaml. docs/webhook.md describes them; a test compares the two.

const optional = z.optional;

/** A scalar as text: YAML reads `name: 2024` as a number. */
const scalar = z.union([z.string(), z.number(), z.boolean()], 'must be a text');

/** A text that `read` turns into a value. If `read` returns undefined, the message is the problem. */
function readAs<Value>(message: string, read: (text: string) => Value | undefined) {
  return z.pipe(
    scalar,
    z.transform((raw: string | number | boolean, context): Value => {
      const value = read(String(raw).trim());
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message, input: raw });
      return z.NEVER;
    }),
  );
}

const text = readAs('must not be empty', (value) => value || undefined);
const texts = z.array(text, 'must be a list');

/** A text, or a list of them. */
const oneOrMore = z.pipe(
  z.union([text, texts], 'must be a text that is not empty, or a list of them'),
  z.transform((value: string | string[]) => [value].flat()),
);

/** A list, or one text with commas. */
const commaList = z.pipe(
  oneOrMore,
  z.transform((all: string[]) => all.flatMap((part) => part.split(',').map((each) => each.trim()))),
);

const yesOrNo = z.boolean('must be true or false');
const webUrl = readAs(webUrlProblem, readWebUrl);

/** The code host sends deliveries to it as it stands. */
const receiverUrl = z.pipe(
  webUrl,
  z.transform((url: string, context): string => {
    if (new URL(url).pathname !== '/') return url;
    const message = `must have a path, such as ${url}/webhook_server`;
    context.issues.push({ code: 'custom', message, input: url });
    return z.NEVER;
  }),
);

/** Six lower-case hexadecimal digits, as the code host stores colours, of `#D93F0B` or a CSS name. */
const colour = readAs(
  'must be a CSS colour name or six hexadecimal digits such as d93f0b, in quotes',
  (value) => {
    const name = value.replace(/^#/, '').toLowerCase();
    if (/^[0-9a-f]{6}$/.test(name)) return name;
    const rgb = Object.hasOwn(names, name) ? names[name as keyof typeof names] : undefined;
    return rgb && Buffer.from(rgb).toString('hex');
  },
);

const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;
const logLevel = readAs(`must be one of ${levels.join(', ')}`, (value) =>
  levels.find((level) => level === value.toUpperCase()),
);

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message));
}

/** The name of a file without a folder. */
const fileName = readAs('must be the name of a file, without a folder', (value) =>
  /^(?!\.)[^/\\\p{Cc}]{1,100}$/u.test(value) ? value : undefined,
);

/** Another service of ours. */
const bridge = z.strictObject({ url: webUrl, key: optional(text) });

const size = z.strictObject({
  /** Pull requests with fewer changed lines have this size; `.inf`: all others. */
  threshold: z.union(
    [wholeNumber(1, 1_000_000), z.literal(Infinity)],
    'must be a whole number from 1, or .inf',
  ),
  color: optional(colour),
});

const labelKinds = [
  ...(['size', 'branch', 'wip', 'hold', 'verified', 'review', 'lgtm', 'approve'] as const),
  ...(['automerge', 'can-be-merged', 'cherry-pick', 'has-conflicts', 'needs-rebase'] as const),
] as const;
export type LabelKind = (typeof labelKinds)[number];

const mergeMethods = ['squash', 'merge', 'rebase'] as const;
const updates = ['merge', 'rebase'] as const;

/** What somebody has to look at before a merge. */
export const securityChecks = z.strictObject({
  'suspicious-paths': optional(texts),
  'committer-identity-check': optional(yesOrNo),
  'trusted-committers': optional(texts),
});

/** Keys that the repository's own file may have too: a repository is not trusted with more. */
const repositoryKeys = {
  'log-level': optional(logLevel),
  events: optional(texts.check(z.minLength(1, 'must name an event'))),
  'welcome-extra-info': optional(text),
  labels: optional(
    z.strictObject({
      'enabled-labels': optional(
        z.array(z.enum(labelKinds, `must be one of ${labelKinds.join(', ')}`)),
      ),
      colors: optional(z.record(z.string(), colour)),
    }),
  ),
  'pr-size-thresholds': optional(z.record(z.string(), size)),
  'minimum-lgtm': optional(wholeNumber(0, 100)),
  'can-be-merged-required-labels': optional(texts),
  'auto-verified-and-merged-users': optional(texts),
  'set-auto-merge-prs': optional(texts),
  'allow-commands-on-draft-prs': optional(
    z.union([yesOrNo, texts], 'must be true, false or a list of commands'),
  ),
  'merge-method': optional(z.enum(mergeMethods, `must be one of ${mergeMethods.join(', ')}`)),
  'update-branch': optional(z.enum(updates, `must be one of ${updates.join(', ')}`)),
  'conventional-title': optional(commaList),
  'default-status-checks': optional(texts),
  'required-conversation-resolution': optional(yesOrNo),
  'security-checks': optional(securityChecks),
};

const reservedNames = ['can-be-merged', 'conventional-title'];
const checkName = readAs(
  'must be a name of up to 100 characters that is not one of our own checks',
  (value) =>
    /^[^\p{Cc}]{1,100}$/u.test(value) && !reservedNames.includes(value) ? value : undefined,
);
const variableName = readAs('must be the name of a variable', (value) =>
  /^[A-Za-z_]\w{0,99}$/.test(value) ? value : undefined,
);
const imageName = readAs('must be the name of an image', (value) =>
  /^[A-Za-z0-9][\w./:@-]{0,254}$/.test(value) ? value : undefined,
);

/** A check that the receiver runs itself. */
export const customCheck = z
  .strictObject({
    name: checkName,
    command: text,
    environment: optional(z.array(variableName, 'must be a list')),
    required: optional(yesOrNo),
    image: optional(imageName),
    network: optional(yesOrNo),
    minutes: optional(wholeNumber(1, 60)),
  })
  .check(
    z.refine(({ image, network }) => image !== undefined || network !== true, {
      path: ['network'],
      message: 'must have an image beside it',
    }),
  );

export const repositoryFileKeys = z.strictObject(repositoryKeys);

/** Keys that name secrets, where they are sent, or what runs: of the operator alone. */
const trustedKeys = {
  'scm-tokens': optional(oneOrMore),
  // An empty list would accept every sender.
  'webhook-secret': optional(
    oneOrMore.check(z.refine((all) => all.length > 0, 'must name a secret')),
  ),
  'custom-check-runs': optional(
    z
      .array(customCheck, 'must be a list')
      .check(
        z.refine(
          (all) => new Set(all.map(({ name }) => name)).size === all.length,
          'must have different names',
        ),
      ),
  ),
  docs: optional(bridge),
  analysis: optional(bridge),
};

export const repositoryEntry = z.strictObject({
  name: readAs('must be owner/name', (value) =>
    /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(value) ? value : undefined,
  ),
  ...repositoryKeys,
  ...trustedKeys,
});

const oneRepository = 'must name at least one repository';

/** A line of the log's search, without its time. */
const logQuery = text.check(({ value: q, issues }) => {
  const time = '2026-01-31';
  try {
    queryOf({ q, start_time: time, end_time: time }, new Date(time));
  } catch (error) {
    if (!isFailure(error, 'invalid')) throw error;
    issues.push({ code: 'custom', message: `must be a query: ${error.message}`, input: q });
  }
});

export const configurationFile = z.strictObject({
  ...repositoryKeys,
  ...trustedKeys,
  'webhook-ip': optional(receiverUrl),
  'verify-scm-ips': optional(yesOrNo),
  'verify-cdn-ips': optional(yesOrNo),
  'ip-bind': optional(text),
  port: optional(wholeNumber(0, 65_535)),
  'max-workers': optional(wholeNumber(1, 1_000)),
  'log-file': optional(fileName),
  'mcp-log-file': optional(fileName),
  'logs-server-log-file': optional(fileName),
  'mask-sensitive-data': optional(yesOrNo),
  'scm-api-url': optional(webUrl),
  'scm-app-id': optional(text),
  'scm-app-private-key-file': optional(fileName),
  'scm-meta-url': optional(webUrl),
  'cdn-ips-url': optional(webUrl),
  'gap-fill': optional(yesOrNo),
  alerts: optional(
    z.strictObject({
      url: optional(webUrl),
      mail: optional(text),
      queries: optional(
        z.array(logQuery, 'must be a list').check(z.maxLength(20, 'must have at most 20')),
      ),
    }),
  ),
  repositories: z.record(z.string(), repositoryEntry, oneRepository).check(
    z.refine((all) => Object.keys(all).length > 0, oneRepository),
    ({ value: all, issues }) => {
      for (const key of repeatedNames(all)) {
        const issue = { code: 'custom', message: 'must differ from other entries' } as const;
        issues.push({ ...issue, path: [key, 'name'], input: all });
      }
    },
  ),
});

export type RepositoryEntry = z.output<typeof repositoryEntry>;
export type ConfigurationFile = z.output<typeof configurationFile>;
/** What both levels of the configuration say about a repository. */
export type RepositoryKeys = Omit<RepositoryEntry, 'name'>;

/** Keys of the entries whose repository an earlier entry has. */
function repeatedNames(all: Readonly<Record<string, { readonly name: string }>>): string[] {
  const fullNames = Object.values(all).map(({ name }) => lowerAscii(name));
  return Object.keys(all).filter((_, at) => fullNames.indexOf(fullNames[at] ?? '') < at);
}
