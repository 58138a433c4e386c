import { readFile } from 'node:fs/promises';
import { maskSecrets } from '#core/text/mask.ts';
import { secretsOf } from '#core/text/secrets-of.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const secretKey = /key|token|secret|password|headers/i;
const keyInUrl = /([?&](?:key|sig|signature)=)[^&\s"'<>]+/gi;
const maxErrorLength = 10_000;

/** Errors of providers can repeat the request: its keys, headers and URL. `models`: the file with
 * providers (S10). */
export function errorMask(models: string, variables: Variables) {
  return async (text: string): Promise<string> => {
    const file = await readFile(models, 'utf8').catch(() => '{}');
    const secrets = [...secretsOf(variables), ...secretsIn(parsed(file), variables)];
    const masked = maskSecrets(text.slice(0, maxErrorLength), secrets);
    return masked.replace(keyInUrl, '$1***');
  };
}

/** A value may name a variable. */
function secretsIn(value: unknown, variables: Variables, isSecret = false): string[] {
  if (typeof value === 'string') {
    const variableValue = variables[value.replace(/^\$\{?|\}$/g, '')];
    return isSecret ? [value, ...(variableValue === undefined ? [] : [variableValue])] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    secretsIn(part, variables, isSecret || secretKey.test(key)),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
