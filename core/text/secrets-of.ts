const secretName = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|HEADERS|_PAT$/;

/** Shorter values would mask ordinary words. */
const shortest = 8;

/** The values of variables whose names say that they hold a secret. */
export function secretsOf(variables: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables)
    .filter(([name]) => secretName.test(name))
    .flatMap(([name, value = '']) => [value, ...(name.endsWith('TOKENS') ? listed(value) : [])])
    .filter((secret) => secret.length >= shortest);
}

/** Of `host=user:token, …` the logins and the tokens. */
function listed(value: string): string[] {
  return value.split(',').flatMap((entry) => {
    const login = entry.slice(entry.indexOf('=') + 1).trim();
    return [login, login.slice(login.indexOf(':') + 1)];
  });
}
