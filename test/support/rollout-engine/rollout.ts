import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { StoredResource } from './checkpoint.ts';
import type { EventLog, Operation } from './event-log.ts';
import { account, region } from './aws-http.ts';
import { kinds } from './kinds/all.ts';
import type { Made } from './kind.ts';

export interface Wanted {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  readonly parent: string;
  readonly dependencies: readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Inputs that keep their first value, such as SST's random names. */
  readonly kept: readonly string[];
}

export interface Rollout {
  /** Creates or updates a resource; does nothing if it is up to date. */
  apply(wanted: Wanted): Promise<StoredResource>;
  /** Deletes resources that the program does not register any more. */
  prune(): Promise<void>;
  /** Existing resources, in the order of creation. */
  resources(): StoredResource[];
}

/** Compares with the state of the last run by URN, as the engine does. */
export function rollout(
  before: readonly StoredResource[],
  log: EventLog,
  isPlanning: boolean,
): Rollout {
  const known = new Map(before.map((resource) => [resource.urn, resource]));
  const standing = new Map<string, StoredResource>();

  async function make(operation: Operation, wanted: Wanted, old: StoredResource | undefined) {
    const { type, name } = wanted;
    const inputs = { name: physicalName(wanted, old), ...wanted.inputs };
    const kind = wanted.custom ? kinds[type] : undefined;
    const named = { id: old?.id ?? inputs.name, outputs: { name: inputs.name } };
    if (!kind || isPlanning) return named;
    if (operation === 'update' && kind.update) {
      return merge(named, await kind.update(named.id, inputs, name));
    }
    if (operation === 'replace' && old?.id !== undefined) await kind.remove?.(old.id, old.inputs);
    return merge(named, await kind.create(inputs, name));
  }

  return {
    async apply(wanted) {
      const old = known.get(wanted.urn);
      const inputs = { ...wanted.inputs, ...hashes(wanted.inputs), ...keptOf(wanted.kept, old) };
      const operation = operationOf(old, wanted.type, inputs);
      const { urn, custom, type, parent, dependencies } = wanted;
      const shared = { urn, custom, type, ...(parent !== '' && { parent }), inputs, dependencies };
      log.began(operation, { ...shared, outputs: old?.outputs ?? {} });
      if (operation === 'same' && old) {
        standing.set(urn, { ...shared, ...(old.id && { id: old.id }), outputs: old.outputs });
      } else {
        const changed = { ...wanted, inputs };
        const made = await make(operation, changed, old);
        const outputs = outputsOf(changed, made, old);
        standing.set(urn, { ...shared, ...(custom && { id: made.id }), outputs });
      }
      const stored = standing.get(urn) as StoredResource;
      log.ended(operation, stored);
      return stored;
    },

    async prune() {
      for (const resource of before.toReversed()) {
        if (standing.has(resource.urn)) continue;
        log.began('delete', resource);
        const { custom, id, type, inputs } = resource;
        if (custom && id !== undefined && !isPlanning) await kinds[type]?.remove?.(id, inputs);
        known.delete(resource.urn);
        log.ended('delete', resource);
      }
    },

    resources: () => {
      const untouched = [...known.values()].filter(({ urn }) => !standing.has(urn));
      return [...standing.values(), ...untouched];
    },
  };
}

function keptOf(names: readonly string[], old: StoredResource | undefined) {
  const before = Object.entries(old?.inputs ?? {});
  return Object.fromEntries(before.filter(([name]) => names.includes(name)));
}

function operationOf(old: StoredResource | undefined, type: string, inputs: object): Operation {
  if (!old) return 'create';
  if (JSON.stringify(old.inputs) === JSON.stringify(inputs)) return 'same';
  const kind = kinds[type];
  return kind && !kind.update ? 'replace' : 'update';
}

/** The name in the inputs, else the former name, else a new unique one. */
function physicalName({ name, inputs }: Wanted, old: StoredResource | undefined): string {
  const found = [inputs['name'], inputs['bucket'], old?.outputs['name']];
  return found.find((known) => typeof known === 'string') ?? `${name}-${suffix()}`;
}

function suffix(): string {
  return randomBytes(4).toString('hex').slice(0, 7);
}

function merge(named: Made, made: Made): Made {
  return { id: made.id, outputs: { ...named.outputs, ...made.outputs } };
}

/** Outputs that the provider adds to nearly every type, former outputs, inputs, and AWS's new
 * answers. */
function outputsOf({ type, inputs, custom }: Wanted, made: Made, old: StoredResource | undefined) {
  if (!custom) return { ...inputs };
  const service = type.split(':')[1]?.split('/')[0];
  const arn = `arn:aws:${service}:${region}:${account}:${made.id}`;
  const usual = type.startsWith('aws:') ? { arn, tags: {} } : {};
  return { ...usual, ...old?.outputs, ...inputs, id: made.id, ...made.outputs };
}

/** A file with other content under the same path is a change. */
function hashes(inputs: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(inputs)) {
    const path = (value as { path?: unknown } | null)?.path;
    if (typeof path === 'string' && existsSync(path) && statSync(path).isFile()) {
      found[`${name}#hash`] = createHash('sha256').update(readFileSync(path)).digest('hex');
    }
  }
  return found;
}
