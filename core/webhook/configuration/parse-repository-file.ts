import { parseYaml, YamlError } from '#core/text/yaml.ts';
import { problemsIn } from './problems.ts';
import { repositoryFileKeys, type RepositoryKeys } from './schema.ts';

/** A wrong file counts as empty, and `warn` gets the reason. */
export function parseRepositoryFile(text: string, warn: (reason: string) => void): RepositoryKeys {
  try {
    const document = parseYaml(text);
    const parsed = repositoryFileKeys.safeParse(document ?? {});
    if (parsed.success) return parsed.data;
    warn(problemsIn({ text, document, schema: repositoryFileKeys }, parsed.error));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    warn(error.message);
  }
  return {};
}
