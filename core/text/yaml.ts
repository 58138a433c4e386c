import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';

/** Enough for thousands of repositories. */
const maxCharacters = 1024 * 1024;
const deepest = 20;

/** A YAML text that cannot be read; the message names line and column. */
export class YamlError extends Error {}

/**
 * One YAML document without custom types. A duplicate key is an error, and so is an alias: a few
 * lines of aliases of aliases become gigabytes. Empty text and comments alone: undefined.
 */
export function parseYaml(text: string): unknown {
  if (text.length > maxCharacters) throw new YamlError('it is longer than 1 MiB');
  try {
    return load(text, { schema: CORE_SCHEMA, maxDepth: deepest, maxAliases: 0 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (/input is empty/.test(error.reason)) return undefined;
    const { mark } = error;
    const place = mark ? `line ${mark.line + 1}, column ${mark.column + 1}: ` : '';
    throw new YamlError(place + error.reason);
  }
}
