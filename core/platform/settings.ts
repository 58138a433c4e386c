import * as z from 'zod/mini';
import { Failure } from './failure.ts';
import type { Environment } from './ports/environment.ts';

/**
 * Declares the variables that one part of the program reads. The returned function parses an
 * environment once and returns frozen values. Wrong values are one Failure('configuration') that
 * names every such variable and what it must be, never its value.
 */
export function settings<Shape extends z.core.$ZodShape>(
  shape: Shape,
): (environment: Environment) => Readonly<z.output<z.ZodMiniObject<Shape>>> {
  const schema = z.object(shape);
  const cache = new WeakMap<Environment, z.output<z.ZodMiniObject<Shape>>>();
  return (environment) => {
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

export function flag(initial: boolean) {
  const read = (text: string) =>
    yes.has(text.toLowerCase()) ? true : no.has(text.toLowerCase()) ? false : undefined;
  return z._default(parsed('must be true or false', read), initial);
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

/** The variables of every service. */
export const commonSettings = settings({
  ALLOW_PRIVATE_HOSTS: flag(false),
  ALLOW_PRIVATE_REPO_HOSTS: flag(false),
  HOST: z._default(z.string(), '127.0.0.1'),
  TRUSTED_PROXIES: list(','),
  /** Further host names that a service on a loopback address accepts; `*`: all. */
  ALLOWED_HOSTS: list(','),
  REPO_ROOTS: list(':'),
  /** Holds templates of the operator's. */
  TEMPLATES_DIR: z.optional(z.string()),
  LOG_LEVEL: z._default(
    parsed(`must be one of ${levels.join(', ')}`, (text) =>
      levels.find((level) => level === text.toUpperCase()),
    ),
    'INFO',
  ),
});

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
