import { errorSignature, normalizedSignature, type Problem } from './signature.ts';

export interface FailureGroup<Item extends Problem> {
  /** Of the first failure; normalized when groups are shared more widely. */
  readonly key: string;
  readonly failures: readonly Item[];
}

export interface Grouped<Item extends Problem> {
  /** In the order in which they are first seen; the model is asked once for each. */
  readonly groups: readonly FailureGroup<Item>[];
  /** Of every failure, in their order. */
  readonly signatures: readonly string[];
  /** How many different ones. */
  readonly uniqueErrors: number;
}

/** Failures with the same error; `isNormalized`: also those whose errors differ only in numbers,
 * addresses, times, identifiers and folders. */
export function groupFailures<Item extends Problem>(
  failures: readonly Item[],
  { isNormalized }: { readonly isNormalized: boolean },
): Grouped<Item> {
  const signatures: string[] = [];
  const keys = new Map<string, string>();
  const groups = new Map<string, Item[]>();
  for (const failure of failures) {
    const signature = errorSignature(failure);
    signatures.push(signature);
    let key = keys.get(signature);
    if (key === undefined) {
      key = isNormalized ? normalizedSignature(failure) : signature;
      keys.set(signature, key);
    }
    const group = groups.get(key);
    if (group) group.push(failure);
    else groups.set(key, [failure]);
  }
  return {
    groups: [...groups].map(([key, members]) => ({ key, failures: members })),
    signatures,
    uniqueErrors: keys.size,
  };
}
