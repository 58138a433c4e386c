export interface StageOptions {
  /** Where SST keeps its state: in the account, or beside the program, for emulators. */
  readonly home: 'aws' | 'local';
  readonly region: 'us-east-1' | 'us-west-2' | 'eu-central-1' | 'eu-west-1' | 'ap-northeast-1';
  /** `sst remove` is refused, tables and buckets outlive it, and a table cannot be deleted while
   * its deletion protection is on. */
  readonly keepsData: boolean;
  /** Each service answers at `<service>.<domain>`, in a zone that Route 53 holds. */
  readonly domain?: string;
  /** A CDN before the services that people open: it costs nothing while nobody comes. */
  readonly router: boolean;
  readonly logRetention: '1 week' | '1 month' | '3 months' | '1 year';
  /** Hears of alarms and of the budget. */
  readonly mail?: string;
  /** US dollars a month for the whole account; absent: no budget. Needs `mail`. */
  readonly budget?: number;
  /** Where worker jobs run: in a function, 15 minutes at most, or in a task without an end. */
  readonly worker: 'function' | 'task';
  /** The agent service runs all day, for about 13 US dollars a month. */
  readonly agent: boolean;
  /** AI command lines that know Bedrock sign in to it by a role, not by a key. */
  readonly bedrock: boolean;
  /** By service: a restored table, which it uses instead of its own; that one stays. */
  readonly tables: Readonly<Record<string, string>>;
  /** By file of a route: how many requests it answers at once, whatever else the account does; never
   * more either. AWS wants 100 calls of the account's quota left unreserved. */
  readonly reserved: Readonly<Record<string, number>>;
  /** By service: what its settings read besides the secrets. */
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
  reserved: {},
  variables: {},
};

// Yours to edit: what a stage has otherwise than the defaults.
const stages: Readonly<Record<string, Partial<StageOptions>>> = {
  production: { keepsData: true, logRetention: '3 months' },
  emulated: { home: 'local' },
};

export function stageOptions(stage: string): StageOptions {
  return { ...defaults, ...stages[stage] };
}
