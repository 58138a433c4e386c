import { readFile } from 'node:fs/promises';
import { maskSecrets } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const secretKey = /key|token|secret|password|headers/i;
const keyInUrl = /([?&](?:key|sig|signature)=)[^&\s"'<>]+/gi;
const maxErrorLength = 10_000;
/** The parser quotes the place in the file. */
const quotedJson = /, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/gs;

/** Errors of providers can repeat the request: its keys, headers and URL. `models`: the file with
 * providers (S10). */
export function errorMask(models: string, variables: Variables) {
  return async (text: string): Promise<string> => {
    const secrets = await agentSecrets(models, variables);
    const masked = maskSecrets(text.slice(0, maxErrorLength), secrets);
    return masked.replace(keyInUrl, '$1***').replace(quotedJson, ' is not valid JSON');
  };
}

/** The secrets that the service and its models have. */
export async function agentSecrets(models: string, variables: Variables): Promise<string[]> {
  const file = await readFile(models, 'utf8').catch(() => '{}');
  return [...secretsOf(variables), ...secretsIn(parsed(file), variables)];
}

/** A value may name variables, and has `$$` for a dollar sign. */
function secretsIn(value: unknown, variables: Variables, isSecret = false): string[] {
  if (typeof value === 'string') {
    if (!isSecret) return [];
    const names = value.match(/(?<=\$\{?)[A-Za-z_]\w*/g) ?? [];
    const ofVariables = [value, ...names].flatMap((name) => variables[name] ?? []);
    return [value, value.replace(/\$([$!])/g, '$1'), ...ofVariables];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    secretsIn(part, variables, isSecret || secretKey.test(key)),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(withoutComments(text));
  } catch {
    return {};
  }
}

/** As the SDK reads the file: it may have comments, and commas at the ends of lists. */
function withoutComments(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*/g, '$1')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
}
