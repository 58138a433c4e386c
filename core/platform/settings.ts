import * as z from 'zod/mini';
import { Failure } from './failure.ts';
import type { Environment } from './ports/environment.ts';

interface Settings<Shape extends z.core.$ZodShape> {
  (environment: Environment): Readonly<z.output<z.ZodMiniObject<Shape>>>;
  readonly shape: Shape;
}

/**
 * Declares the variables that one part of the program reads. The returned function parses an
 * environment once and returns frozen values. Wrong values are one Failure('configuration') that
 * names every such variable and what it must be, never its value. The comment of a variable is its
 * text in docs/settings.md (scripts/settings-tables.ts).
 */
export function settings<Shape extends z.core.$ZodShape>(shape: Shape): Settings<Shape> {
  const schema = z.object(shape);
  const cache = new WeakMap<Environment, z.output<z.ZodMiniObject<Shape>>>();
  const read = (environment: Environment) => {
    const cached = cache.get(environment);
    if (cached) return cached;
    const variables: Record<string, string> = {};
    for (const name of Object.keys(shape)) {
      // Compose files and shells write an empty value for "not set".
      const value = environment[name];
      if (value !== undefined && value.trim() !== '') variables[name] = value.trim();
    }
    const parsed = schema.safeParse(variables);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(
        ({ path, message }) => `${path.map(String).join('.')} ${message}`,
      );
      throw new Failure('configuration', 'bad_setting', [...new Set(problems)].join('; '));
    }
    const values = Object.freeze(parsed.data) as z.output<z.ZodMiniObject<Shape>>;
    cache.set(environment, values);
    return values;
  };
  return Object.assign(read, { shape });
}

const yes = new Set(['true', '1', 'yes', 'on']);
const no = new Set(['false', '0', 'no', 'off']);

/** A text that `read` turns into a value. If `read` returns undefined, the message is the problem. */
export function parsed<Value>(message: string, read: (text: string) => Value | undefined) {
  return z.pipe(
    z.string(message),
    z.transform((text: string, context): Value => {
      const value = read(text);
      if (value !== undefined) return value;
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );
}

function readFlag(text: string): boolean | undefined {
  return yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined;
}

export function flag(initial: boolean) {
  return z._default(parsed('must be true or false', readFlag), initial);
}

/** Undefined when it is not set: other settings decide then. */
export function optionalFlag() {
  return z.optional(parsed('must be true or false', readFlag));
}

const maxInteger = 999_999_999;

export function integer(initial: number, least: number, most = maxInteger) {
  const read = (text: string) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
  const range = most === maxInteger ? `of at least ${least}` : `from ${least} to ${most}`;
  return z._default(parsed(`must be a whole number ${range}`, read), initial);
}

export function port(initial: number) {
  const read = (text: string) =>
    /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
  return z._default(parsed('must be a whole number from 0 to 65535', read), initial);
}

/** Parts are trimmed; empty parts are dropped. */
export function list(separator: string) {
  const read = (text: string) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return z._default(parsed('must be a list', read), []);
}

const levels = ['DEBUG', 'INFO', 'WARNING', 'ERROR'] as const;

export const logLevel = parsed(`must be one of ${levels.join(', ')}`, (text) => {
  const name = text.toUpperCase();
  return levels.find((level) => level === (name === 'WARN' ? 'WARNING' : name));
});

/** The variables of every service. */
export const commonSettings = settings({
  /** further host names, separated by commas, that a service on a loopback address answers to, such
   * as a reverse proxy's; `*` lifts the check */
  ALLOWED_HOSTS: list(','),
  /** addresses or ranges, separated by commas, whose forwarding headers count (client address,
   * scheme) */
  TRUSTED_PROXIES: list(','),
  /** analysis takes the user's name from `X-Forwarded-User` of these proxies; without
   * `TRUSTED_PROXIES` of every client, so let only your proxy reach the service then; never in the
   * cloud */
  TRUST_PROXY_HEADERS: flag(false),
  /** folders, separated by colons, under which local repositories may lie; empty: anywhere */
  REPO_ROOTS: list(':'),
  /** clones may reach private addresses, and use `HTTPS_PROXY`: while addresses are checked, a proxy
   * would connect to others */
  ALLOW_PRIVATE_REPO_HOSTS: flag(false),
  /** the same for every outbound call */
  ALLOW_PRIVATE_HOSTS: flag(false),
  /** a private certificate authority, for every outbound call, git included */
  NODE_EXTRA_CA_CERTS: z.optional(z.string()),
  /** a folder whose `.mustache` files replace ours of the same name, such as `plan-prompt.mustache`
   * (`core/docs/generate/prompts`) */
  TEMPLATES_DIR: z.optional(z.string()),
  /** restarts the services when their sources change, and sets `LOG_LEVEL` to DEBUG */
  DEBUG: flag(false),
  /** DEBUG, INFO, WARNING, ERROR */
  LOG_LEVEL: z._default(logLevel, 'INFO'),
});

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
