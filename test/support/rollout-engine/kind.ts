/** What the engine needs to know of a resource type to roll it out. */
export interface Kind<Inputs = Record<string, unknown>> {
  create(inputs: Inputs, name: string): Promise<Made>;
  /** Absent: a change replaces the resource. */
  update?(id: string, inputs: Inputs, name: string): Promise<Made>;
  remove?(id: string, inputs: Inputs): Promise<unknown>;
}

export interface Made {
  readonly id: string;
  /** What AWS decided; everything else is as it was asked for. */
  readonly outputs?: Readonly<Record<string, unknown>>;
}

export type Kinds = Readonly<Record<string, Kind>>;

/** Forgets the inputs' type, so that kinds of all types lie in one table. */
export function kind<Inputs>(own: Kind<Inputs>): Kind {
  return own as unknown as Kind;
}

/** A resource that is written in the same way whether it was there or not. */
export function written<Inputs>(
  write: (inputs: Inputs, name: string) => Promise<Made>,
  remove?: (id: string, inputs: Inputs) => Promise<unknown>,
): Kind {
  return kind<Inputs>({
    create: write,
    update: (_id, inputs, name) => write(inputs, name),
    ...(remove && { remove }),
  });
}
