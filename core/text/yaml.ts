import { CORE_SCHEMA, FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';

/** Enough for thousands of repositories. */
const maxCharacters = 1024 * 1024;
const deepest = 20;
const maxAliases = 100;
/** With what each alias stands for. */
const maxValues = 100_000;

/** A YAML text that cannot be read; the message names line and column. */
export class YamlError extends Error {}

/**
 * One YAML document without custom types. A duplicate key is an error, and so are many aliases: a few
 * lines of aliases of aliases become gigabytes. Empty text and comments alone: undefined. `asWritten`:
 * all values are texts.
 */
export function parseYaml(text: string, { asWritten = false } = {}): unknown {
  if (text.length > maxCharacters) throw new YamlError('it is longer than 1 MiB');
  try {
    const schema = asWritten ? FAILSAFE_SCHEMA : CORE_SCHEMA;
    const value = load(text, { schema, maxDepth: deepest, maxAliases });
    assertSmall(value);
    return value;
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (/input is empty/.test(error.reason)) return undefined;
    const { mark } = error;
    const place = mark ? `line ${mark.line + 1}, column ${mark.column + 1}: ` : '';
    throw new YamlError(place + error.reason);
  }
}

/** An alias may hold itself. */
function assertSmall(document: unknown): void {
  let remaining = maxValues;
  const count = (value: unknown, depth: number): void => {
    remaining -= 1;
    if (remaining < 0) throw new YamlError('it has more than 100,000 values');
    if (typeof value !== 'object' || value === null) return;
    if (depth === deepest) throw new YamlError('nesting exceeded: an alias is too deep');
    for (const part of Object.values(value)) count(part, depth + 1);
  };
  count(document, 0);
}
