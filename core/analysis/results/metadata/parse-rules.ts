import { parseYaml, YamlError } from '#core/text/yaml.ts';
import { badRules, ruleList, type Rule } from './metadata.ts';

/** Reads `{metadata_rules: […]}` or a bare list, in YAML or JSON. What cannot be read is a badRules()
 * failure. */
export function parseRules(text: string): readonly Rule[] {
  const content = readYaml(text) ?? [];
  const list = Array.isArray(content) ? content : onlyList(content);
  const parsed = ruleList.safeParse(list);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path: [at, ...path], message, ...issue }) => {
    const unknown = 'keys' in issue ? `must not have ${issue.keys.join(', ')}` : message;
    const name = path.filter((part) => typeof part === 'string').join('.');
    return at === undefined
      ? `The rules ${unknown}`
      : [`Rule ${Number(at) + 1}:`, name, unknown].filter(Boolean).join(' ');
  });
  throw badRules([...new Set(problems)].slice(0, 5).join('; '));
}

function readYaml(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    if (error instanceof YamlError) throw badRules(`Not YAML or JSON: ${error.message}`);
    throw error;
  }
}

function onlyList(content: unknown): unknown {
  const keys = typeof content === 'object' && content !== null ? Object.keys(content) : [];
  if (keys.join() === 'metadata_rules') {
    return (content as { metadata_rules: unknown }).metadata_rules ?? [];
  }
  throw badRules('The rules must be a list, or an object with nothing but metadata_rules');
}
