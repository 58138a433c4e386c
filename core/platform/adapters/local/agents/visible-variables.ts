type Variables = Readonly<Record<string, string | undefined>>;

const shared = new Set([
  'PATH',
  'HOME',
  'USER',
  'SHELL',
  'LANG',
  'LC_ALL',
  'TERM',
  'TMPDIR',
  'TZ',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
]);
const login =
  /^(?:ANTHROPIC|CLAUDE|CODEX|CURSOR|GEMINI|GOOGLE|OPENAI)_|^(?:AWS_BEARER_TOKEN_BEDROCK|AWS_REGION|CLOUD_ML_REGION|NODE_EXTRA_CA_CERTS)$/;

/** What a command of the agent may see: the environment of this service holds keys (S10). */
export function shellVariables(variables: Variables): Record<string, string> {
  return chosen(variables, (name) => shared.has(name));
}

/** The same with what an agent that is a program needs to sign in to its model. */
export function programVariables(variables: Variables): Record<string, string> {
  return chosen(variables, (name) => shared.has(name) || login.test(name));
}

function chosen(variables: Variables, isChosen: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value !== undefined && isChosen(name) ? [[name, value]] : [],
    ),
  );
}
