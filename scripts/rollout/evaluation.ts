export interface Resource {
  /**
   * Such as `aws:sqs/queue:Queue`; SST's own components are `sst:aws:Queue`. Three are not
   * resources: `sst:cli:App` is the result of app(), `sst:cli:Outputs` the result of run() as text,
   * `sst:cli:Bundle` the files of a function.
   */
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The input of the process that evaluates. */
export interface Task {
  readonly stage: string;
  readonly replace: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly platform: string;
  readonly root: string;
}

/** The output of that process. */
export interface Evaluated {
  readonly resources: readonly Resource[];
  readonly problems: readonly string[];
}
