export interface StageOptions {
  /** SST keeps its state in the account, or, for emulators, in the local folder. */
  readonly home: 'aws' | 'local';
  readonly region: 'us-east-1' | 'us-west-2' | 'eu-central-1' | 'eu-west-1' | 'ap-northeast-1';
  /** With protection `sst remove` is refused, tables and buckets are retained, and deletion
   * protection of the tables is on. */
  readonly keepsData: boolean;
  /** Each service answers at `<service>.<domain>`, in a zone of Route 53. */
  readonly domain?: string;
  /** A CDN before the services with pages. It costs nothing without traffic. */
  readonly router: boolean;
  readonly logRetention: '1 week' | '1 month' | '3 months' | '1 year';
  /** The address for alarms and budget mail. A stage that keeps its data needs it. */
  readonly mail?: string;
  /** US dollars a month for the whole account. Absent: no budget. Needs `mail`. */
  readonly budget?: number;
  /** Worker jobs run in a function, 15 minutes at most, or in a task without a time limit. */
  readonly worker: 'function' | 'task';
  /** The agent service runs all day, and worker jobs are tasks that ask it instead of the AI command
   * lines: it answers within its network only. */
  readonly agent: boolean;
  /** AI command lines with Bedrock support sign in to it by a role, not by a key. */
  readonly bedrock: boolean;
  /** By service: a restored table, used instead of the service's own table, which is kept. */
  readonly tables: Readonly<Record<string, string>>;
  /** By queue, such as `webhook-deliveries`: messages worked off at once, 2 to 1,000, in place of the
   * manifest's number. `max-workers` and MAX_WORKERS count on our own hosts only. */
  readonly concurrency: Readonly<Record<string, number>>;
  /** Concurrent executions that AWS gives the account in the region; a new account may have 10. */
  readonly accountConcurrency: number;
  /** By handler of a route, such as `docs/generations.generate`: concurrent requests reserved for it,
   * which is also its maximum. AWS requires that 100 of the account's concurrent calls stay
   * unreserved. */
  readonly reserved: Readonly<Record<string, number>>;
  /** By service: variables of its settings besides the secrets. */
  readonly variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const defaults: StageOptions = {
  home: 'aws',
  region: 'us-east-1',
  keepsData: false,
  router: true,
  logRetention: '1 month',
  worker: 'function',
  agent: false,
  bedrock: false,
  tables: {},
  concurrency: {},
  accountConcurrency: 1_000,
  reserved: {},
  variables: {},
};

// Edit these lines: the settings of a stage that differ from the defaults.
const stages: Readonly<Record<string, Partial<StageOptions>>> = {
  production: { keepsData: true, logRetention: '3 months' },
  emulated: { home: 'local' },
};

/** Every name in AWS contains the stage: that of the longest function leaves 15 characters, and ECR
 * takes no other signs. */
const stagePattern = /^(?=.{1,15}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

export function stageOptions(stage: string): StageOptions {
  if (!stagePattern.test(stage)) {
    const form = 'at most 15 small letters, digits and single hyphens, a letter first';
    throw new Error(`The name of a stage is ${form}; this is not: ${stage}`);
  }
  return { ...defaults, ...stages[stage] };
}
