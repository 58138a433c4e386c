export interface Resource {
  /** Such as `aws:sqs/queue:Queue`; SST's own components are `sst:aws:Queue`.
   * No resources are `sst:cli:App`, what app() gives, `sst:cli:Outputs`, what run() gives as text,
   * and `sst:cli:Bundle`, what a function is bundled of. */
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** What the process that evaluates is asked. */
export interface Task {
  readonly stage: string;
  readonly replace: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly platform: string;
  readonly root: string;
}

/** What it answers. */
export interface Evaluated {
  readonly resources: readonly Resource[];
  readonly problems: readonly string[];
}
