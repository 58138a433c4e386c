import { parseYaml, YamlError } from '#core/text/yaml.ts';
import { problemsIn } from './problems.ts';
import { configurationFile, type ConfigurationFile } from './schema.ts';
import { unusable } from './unusable.ts';

/** Throws Failure('configuration') that names the wrong keys. */
export function parseConfiguration(yaml: string): ConfigurationFile {
  let document: unknown;
  try {
    document = parseYaml(yaml);
  } catch (error) {
    if (error instanceof YamlError) throw unusable(error.message);
    throw error;
  }
  if (document === undefined) {
    const reason = 'the file is empty: name at least one repository under repositories';
    throw unusable(reason, 'no_configuration');
  }
  const parsed = configurationFile.safeParse(document);
  if (parsed.success) return parsed.data;
  throw unusable(problemsIn({ text: yaml, document, schema: configurationFile }, parsed.error));
}
