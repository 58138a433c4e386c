export interface Resource {
  /**
   * Such as `aws:sqs/queue:Queue`; SST's own components are `sst:aws:Queue`. Three are not
   * resources: `sst:cli:App` is the result of app(), `sst:cli:Outputs` the result of run() as text,
   * `sst:cli:Bundle` the files of a function.
   */
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The address of another provider than the stage's, such as one for another region. */
  readonly provider?: string;
}

/** The name in AWS: SST's or ours, else the resource's own with a hyphen and seven hexadecimal digits,
 * which Pulumi adds; it changes no letter. */
export function physicalName({ name, inputs }: Pick<Resource, 'name' | 'inputs'>): string {
  const explicit = ['name', 'bucket', 'family', 'dashboardName'].map((path) => inputs[path]);
  return explicit.find((value) => typeof value === 'string') ?? `${name}-0123abc`;
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
