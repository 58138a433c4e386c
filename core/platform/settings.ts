import * as z from 'zod';
import { Failure } from './failure.ts';
import type { Environment } from './ports.ts';

/**
 * Declares the variables that one part of the program reads. The result parses an environment
 * once and gives the frozen values; a wrong one is Failure('configuration') in a single line that
 * names every variable and what it should be, never what it holds.
 */
export function settings<Shape extends z.ZodRawShape>(
  shape: Shape,
): (environment: Environment) => Readonly<z.output<z.ZodObject<Shape>>> {
  const schema = z.object(shape);
  const known = new WeakMap<Environment, z.output<z.ZodObject<Shape>>>();
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
    const values = Object.freeze(parsed.data) as z.output<z.ZodObject<Shape>>;
    known.set(environment, values);
    return values;
  };
}

const yes = new Set(['true', '1', 'yes', 'on']);
const no = new Set(['false', '0', 'no', 'off']);

export function flag(initial: boolean) {
  return z
    .string()
    .refine((text) => yes.has(text.toLowerCase()) || no.has(text.toLowerCase()), {
      message: 'must be true or false',
    })
    .transform((text) => yes.has(text.toLowerCase()))
    .default(initial);
}

export function whole(limits: { least: number; most: number; initial: number }) {
  const { least, most, initial } = limits;
  const message = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, { message })
    .default(initial);
}

export function port(initial: number) {
  return whole({ least: 0, most: 65_535, initial });
}

/** Separated by the given character; blanks around the parts are dropped, empty parts too. */
export function list(separator: string) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    );
}

/** The variables of every service. */
export const commonSettings = settings({
  ALLOW_PRIVATE_HOSTS: flag(false),
  ALLOW_PRIVATE_REPO_HOSTS: flag(false),
  HOST: z.string().default('127.0.0.1'),
  TRUSTED_PROXIES: list(','),
  REPO_ROOTS: list(':'),
  LOG_LEVEL: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(
      z.enum(['DEBUG', 'INFO', 'WARNING', 'ERROR'], {
        error: 'must be one of DEBUG, INFO, WARNING, ERROR',
      }),
    )
    .default('INFO'),
});

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
