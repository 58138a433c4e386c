/** How the engine rolls out a resource type. */
export interface Kind<Inputs = Record<string, unknown>> {
  create(inputs: Inputs, name: string): Promise<Made>;
  /** Absent: a change replaces the resource. */
  update?(id: string, inputs: Inputs, name: string): Promise<Made>;
  remove?(id: string, inputs: Inputs): Promise<unknown>;
}

export interface Made {
  readonly id: string;
  /** Outputs that AWS decided; the others equal the inputs. */
  readonly outputs?: Readonly<Record<string, unknown>>;
}

export type Kinds = Readonly<Record<string, Kind>>;

/** Erases the inputs' type, so that kinds of all types fit in one table. */
export function kind<Inputs>(own: Kind<Inputs>): Kind {
  return own as unknown as Kind;
}

/** A resource that is created and updated by the same request. */
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
