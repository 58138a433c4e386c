import type { RunChanges } from '../../base/schema/changes.ts';
import type { FailureInput } from '../../base/schema/request.ts';

/** A build server. What it answers is a stranger's text. Failure('upstream'): it did not answer, or not
 * as it should; Failure('unauthorized'): it refused the login; Failure('invalid'): a name that no
 * build can have, or a private address. */
export interface Ci {
  /** Resolves when the server answers at all. */
  reach(): Promise<void>;
  /** Undefined: no such build. */
  build(name: string, number: number): Promise<CiBuild | undefined>;
  /** The tests of its reports, those of child reports among them. Empty: there is no report. */
  report(build: CiBuild): Promise<CiReport>;
  /** Gives the lines of the console output, the whole of it, while it arrives. */
  console(build: CiBuild, onLine: (line: string) => void): Promise<void>;
  /** Builds that this one has started and that failed; `console`: its output, for servers that name
   * them nowhere else. */
  failedChildren(build: CiBuild, console: string): Promise<readonly CiChild[]>;
  /** What changed since the last build before that passed. Undefined: none is known. */
  changes(build: CiBuild): Promise<RunChanges | undefined>;
  /** Gives the content of an artifact to `receive` while it arrives. Failure('upstream',
   * 'too_large'): it has more than `maxBytes`. */
  download(
    build: CiBuild,
    artifact: CiArtifact,
    receive: (parts: AsyncIterable<Uint8Array>) => Promise<void>,
    maxBytes: number,
  ): Promise<void>;
}

export interface CiReport {
  readonly failures: readonly FailureInput[];
  /** Names of tests that passed. */
  readonly passed: readonly string[];
  /** Files that may be reports by their name, and are none. */
  readonly leftOut?: readonly string[];
}

export interface CiBuild {
  /** As the caller named it; folders are separated by `/`. */
  readonly name: string;
  readonly number: number;
  /** The address of its page: http or https. */
  readonly url: string;
  /** Undefined: it is running. */
  readonly result: 'success' | 'failure' | 'unstable' | 'aborted' | 'other' | undefined;
  readonly artifacts: readonly CiArtifact[];
}

export interface CiArtifact {
  /** Its path in the build, as the server says: it may be unsafe. */
  readonly path: string;
  /** Where the adapter finds it. */
  readonly id: string;
}

export interface CiChild {
  readonly name: string;
  readonly number: number;
}

/** How to reach a build server. */
export interface CiAccess {
  readonly kind: 'jenkins' | 'github-actions';
  readonly url: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly verifyTls: boolean;
  /** For one call. */
  readonly timeoutSeconds: number;
  /** The operator's environment names this origin: it may have a private address (S4). */
  readonly isTrusted: boolean;
  readonly signal?: AbortSignal;
}
