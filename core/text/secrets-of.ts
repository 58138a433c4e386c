const secretName =
  /(?<!PROJECT_)KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|HEADERS|_PAT$|WEBHOOK_URL$|^NEWS_CHANNELS$/;
/** `name=secret, …` */
const isList = /TOKENS$|^NEWS_CHANNELS$/;

/** Shorter values would mask ordinary words. */
const minSecretLength = 8;

/** The values of variables whose names say that they hold a secret. */
export function secretsOf(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables)
    .filter(([name]) => secretName.test(name))
    .flatMap(([name, value = '']) => [value, ...(isList.test(name) ? listed(value) : [])])
    .concat(repositoryTokens(variables['ADDITIONAL_REPOS'] ?? ''))
    .filter((secret) => secret.length >= minSecretLength);
}

/** The tokens in `name:https://host/path@token, …`. */
function repositoryTokens(value: string): string[] {
  return value.split(',').flatMap((entry) => /:\/\/[^/]*\/.*@(.+)$/.exec(entry)?.[1] ?? []);
}

/** The logins and the tokens in `host=user:token, …`. */
function listed(value: string): string[] {
  return value.split(',').flatMap((entry) => {
    const login = entry.slice(entry.indexOf('=') + 1).trim();
    return [login, login.slice(login.indexOf(':') + 1)];
  });
}
