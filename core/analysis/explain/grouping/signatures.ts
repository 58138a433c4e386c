import { errorSignature, normalizedSignature, type Problem } from './signature.ts';

export interface Signatures {
  /** The same for failures with the same error. */
  readonly exact: string;
  /** The same also for those that differ only in numbers, addresses, times, identifiers and folders. */
  readonly normalized: string;
}

/** Computes the signatures of many failures; most have few different errors. */
export function signatureReader() {
  const known = new Map<string, string>();
  return {
    read(problem: Problem): Signatures {
      const exact = errorSignature(problem);
      let normalized = known.get(exact);
      if (normalized === undefined) {
        normalized = normalizedSignature(problem);
        known.set(exact, normalized);
      }
      return { exact, normalized };
    },
    /** Different errors so far. */
    uniqueErrors: () => known.size,
  };
}
