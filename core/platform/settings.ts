import * as z from 'zod/mini';
import { Failure } from './failure.ts';
import type { Environment } from './ports/environment.ts';

/**
 * Declares the variables that one part of the program reads. The result parses an environment
 * once and gives the frozen values; a wrong one is Failure('configuration') in a single line that
 * names every variable and what it should be, never what it holds.
 */
export function settings<Shape extends z.core.$ZodShape>(
  shape: Shape,
): (environment: Environment) => Readonly<z.output<z.ZodMiniObject<Shape>>> {
  const schema = z.object(shape);
  const known = new WeakMap<Environment, z.output<z.ZodMiniObject<Shape>>>();
  return (environment) => {
    const before = known.get(environment);
    if (before) return before;
    const given: Record<string, string> = {};
    for (const name of Object.keys(shape)) {
      // An empty value is how compose files and shells say "not set".
      const value = environment[name];
      if (value !== undefined && value.trim() !== '') given[name] = value.trim();
    }
    const parsed = schema.safeParse(given);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(
        ({ path, message }) => `${path.map(String).join('.')} ${message}`,
      );
      throw new Failure('configuration', 'bad_setting', [...new Set(problems)].join('; '));
    }
    const values = Object.freeze(parsed.data) as z.output<z.ZodMiniObject<Shape>>;
    known.set(environment, values);
    return values;
  };
}

const yes = new Set(['true', '1', 'yes', 'on']);
const no = new Set(['false', '0', 'no', 'off']);

/** A text that `read` turns into a value; undefined refuses it with the message. */
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

function whole(limits: { least: number; most: number; initial: number }) {
  const { least, most, initial } = limits;
  const message = `must be a whole number from ${least} to ${most}`;
  const read = (text: string) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  };
  return z._default(parsed(message, read), initial);
}

export function port(initial: number) {
  return whole({ least: 0, most: 65_535, initial });
}

/** Separated by the given character; blanks around the parts are dropped, empty parts too. */
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
  /** Names besides its own to which a service on a loopback address answers; `*`: all. */
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
