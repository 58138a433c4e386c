import type * as z from 'zod/mini';
import { suggestion } from '#core/text/nearest.ts';
import { parseYaml, YamlError } from '#core/text/yaml.ts';
import { unusable } from './configuration.ts';
import { insteadOf } from './other-keys.ts';
import {
  configurationFile,
  repositoryFileKeys,
  type ConfigurationFile,
  type RepositoryKeys,
} from './schema.ts';

/** Throws Failure('configuration') that names the wrong keys. */
export function parseConfiguration(yaml: string): ConfigurationFile {
  const file = parseFile(yaml, configurationFile);
  if (Array.isArray(file)) throw unusable(file.join('; '));
  if (file) return file;
  const reason = 'the file is empty: name at least one repository under repositories';
  throw unusable(reason, 'no_configuration');
}

/** Everything that is wrong with the file, for a person who writes it. */
export function problemsOfConfiguration(yaml: string): readonly string[] {
  const file = parseFile(yaml, configurationFile, Infinity);
  if (Array.isArray(file)) return file;
  return file ? [] : ['the file is empty: name at least one repository under repositories'];
}

/** Enough for every key; anyone who may push writes this file. */
const maxCharacters = 64 * 1024;
const tooLong = 'it is longer than 64 KiB';

/** The keys of a repository's own file, or what is wrong with it. */
export function parseRepositoryFile(text: string): RepositoryKeys | string {
  if (text.length > maxCharacters) return tooLong;
  const file = parseFile(text, repositoryFileKeys) ?? {};
  return Array.isArray(file) ? file.join('; ') : file;
}

const maxProblems = 10;

/** Undefined: it is empty. Texts: what is wrong with it. */
function parseFile<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  max = maxProblems,
): z.output<Schema> | string[] | undefined {
  let document: unknown;
  try {
    document = readDocument(text);
  } catch (error) {
    if (error instanceof YamlError) return [error.message];
    throw error;
  }
  if (document === undefined) return undefined;
  const { data, error } = schema.safeParse(document);
  return error ? problemsIn({ text, document, schema }, error, max) : data;
}

const secretKeys: readonly string[] = ['webhook-secret', 'scm-tokens', 'key'];

/** YAML reads a secret such as `0012` as a number, which is another text. */
function readDocument(text: string): unknown {
  const document = parseYaml(text) ?? undefined;
  try {
    return withSecrets(document, parseYaml(text, { asWritten: true }));
  } catch (error) {
    // A value with a tag, such as `!!int`, is no text.
    if (error instanceof YamlError) return document;
    throw error;
  }
}

function withSecrets(value: unknown, texts: unknown): unknown {
  if (!isMap(value) || !isMap(texts)) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    const read = secretKeys.includes(key) && !isMap(part) ? asWritten : withSecrets;
    return [key, read(part, texts[key])];
  });
  return Object.fromEntries(entries);
}

function asWritten(value: unknown, text: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(text)) {
    return value.map((part, at) => asWritten(part, text[at]));
  }
  return typeof value === 'number' || typeof value === 'boolean' ? text : value;
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Everything that is wrong with a repository's own file. */
export function problemsOfRepositoryFile(yaml: string): readonly string[] {
  if (yaml.length > maxCharacters) return [tooLong];
  const file = parseFile(yaml, repositoryFileKeys, Infinity);
  return Array.isArray(file) ? file : [];
}

type Path = readonly PropertyKey[];

/** What is wrong with a YAML file: line and path of each key, and what to write instead. */
function problemsIn(
  { text, document, schema }: { text: string; document: unknown; schema: z.ZodMiniType },
  error: z.core.$ZodError,
  max: number,
): string[] {
  const sentences = error.issues
    .slice(0, max + 1)
    .flatMap((issue) => sentencesOf(issue, document, schema, max));
  const lines = text.split('\n').map(keyOf);
  const shown = sentences.slice(0, max).map(([path, what]) => `${placeOf(lines, path)} ${what}`);
  return [...shown, ...(sentences.length > max ? ['and more'] : [])];
}

const maxKeyLength = 100;

type Sentence = readonly [path: Path, what: string];

function sentencesOf(
  issue: z.core.$ZodIssue,
  document: unknown,
  schema: z.ZodMiniType,
  max: number,
): Sentence[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    const keys = keysAt(schema, path);
    return issue.keys.slice(0, max + 1).map((key) => {
      const near = key.length <= maxKeyLength ? suggestion(key, keys) : '';
      return [[...path, key], `is not a known key.${insteadOf(key) || near}`];
    });
  }
  return [[path, valueAt(document, path) === undefined ? 'is missing' : wordsOf(issue)]];
}

/** The keys that the schema has at a path. */
function keysAt(schema: z.core.$ZodType, [key, ...rest]: Path): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional')
    return keysAt(def.innerType, key === undefined ? [] : [key, ...rest]);
  if (def.type === 'record') return keysAt(def.valueType, rest);
  if (def.type !== 'object') return [];
  const next = key === undefined ? undefined : def.shape[String(key)];
  return next ? keysAt(next, rest) : Object.keys(def.shape);
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('must ')) return issue.message;
  const expected = issue.code === 'invalid_type' ? issue.expected : '';
  return expected === 'array' ? 'must be a list' : 'must have keys of its own';
}

function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    document,
  );
}

/** The path, and in the usual block style the line of its last key. */
function placeOf(lines: readonly (string | undefined)[], path: Path): string {
  let at = -1;
  for (const key of path) {
    if (typeof key !== 'string') continue;
    at = lines.findIndex((line, index) => index > at && line === key);
    if (at === -1) break;
  }
  const dotted = path.map((key) => String(key).slice(0, maxKeyLength)).join('.') || 'the file';
  return at === -1 ? dotted : `line ${at + 1}: ${dotted}`;
}

/** Undefined: the line begins with no key. */
function keyOf(line: string): string | undefined {
  const end = line.indexOf(':');
  if (end < 0) return undefined;
  const key = line.slice(0, end).replace(/^[\s-]+/, '');
  return key
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
}
