import { parseYaml, YamlError } from '#core/text/yaml.ts';
import { problemsIn } from './problems.ts';
import { repositoryFileKeys, type RepositoryKeys } from './schema.ts';

/** Enough for every key; anyone who may push writes this file. */
const mostCharacters = 64 * 1024;

/** The keys of the file, or what is wrong with it. */
export function parseRepositoryFile(text: string): RepositoryKeys | string {
  if (text.length > mostCharacters) return 'it is longer than 64 KiB';
  try {
    const document = parseYaml(text);
    const parsed = repositoryFileKeys.safeParse(document ?? {});
    if (parsed.success) return parsed.data;
    return problemsIn({ text, document, schema: repositoryFileKeys }, parsed.error);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return error.message;
  }
}
