interface Key {
  readonly type: 'text' | 'integer' | 'boolean';
  /** It is masked wherever it is shown. */
  readonly isSecret?: true;
  readonly about: string;
}

const text = (about: string) => ({ type: 'text', about }) as const;
const secret = (about: string) => ({ type: 'text', isSecret: true, about }) as const;
const integer = (about: string) => ({ type: 'integer', about }) as const;
const boolean = (about: string) => ({ type: 'boolean', about }) as const;

/** What a profile may say. Each key but `url` is also an option of the command line. */
export const profileKeys = {
  url: text('the address of the service'),
  username: text('the name that signs what you write'),
  no_verify_ssl: boolean('accept any certificate of the server'),
  api_key: secret('your API key; every process can read arguments, so prefer a profile'),
  ci_url: text('the build server'),
  ci_user: text('a user of the build server'),
  ci_password: secret('the password or token of that user'),
  ci_ssl_verify: boolean('check the certificate of the build server'),
  ci_timeout: integer('seconds to wait for the build server'),
  tests_repo_url: text('the repository of the tests; append :ref for a branch or tag'),
  tests_repo_token: secret('a token to clone it'),
  ai_provider: text('the AI command line that analyzes'),
  ai_model: text('its model'),
  ai_cli_timeout: integer('minutes to wait for an answer of the model'),
  max_concurrent_ai_calls: integer('how many model calls run at once'),
  peers: text('reviewers as provider:model,…; none turns them off'),
  peer_analysis_max_rounds: integer('rounds of a debate, 1 to 10'),
  additional_repos: text(
    'additional repositories as name:url[:ref][@token],…; none turns them off',
  ),
  wait_for_completion: boolean('wait for the build to finish'),
  poll_interval_minutes: integer('minutes between checks of the build'),
  max_wait_minutes: integer('maximum minutes to wait for the build'),
  force: boolean('analyze a successful build too'),
  tracker_url: text('the issue tracker'),
  tracker_email: text('your account there, for a tracker in the cloud'),
  tracker_api_token: secret('your token there'),
  tracker_pat: secret('your token for a self-hosted tracker'),
  tracker_token: secret('your token for issues, projects and security levels'),
  tracker_project_key: text('the project of the tracker'),
  tracker_security_level: text('the security level of a new tracker issue'),
  tracker_ssl_verify: boolean('check the certificate of the tracker'),
  tracker_max_results: integer('how many similar issues to look for'),
  enable_tracker: boolean('look for similar issues in the tracker'),
  scm_token: secret('a token for the code host'),
  scm_repo_url: text('the repository for new issues'),
} as const satisfies Readonly<Record<string, Key>>;

export type KeyName = keyof typeof profileKeys;
export const keyNames = Object.keys(profileKeys) as readonly KeyName[];

interface Types {
  readonly text: string;
  readonly integer: number;
  readonly boolean: boolean;
}

export type Profile = {
  readonly [Name in KeyName]?: Types[(typeof profileKeys)[Name]['type']];
};

export function isSecret(name: KeyName): boolean {
  const key: Key = profileKeys[name];
  return key.isSecret === true;
}

/** The options that set a key; the second one, of a boolean, to false. */
export function flagsOf(name: KeyName): readonly string[] {
  const flag = name.replaceAll('_', '-');
  if (profileKeys[name].type !== 'boolean') return [flag];
  return [flag, flag.startsWith('no-') ? flag.slice(3) : `no-${flag}`];
}
