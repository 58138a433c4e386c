/** A command of which the code, or the repository that it works on, may be a stranger's. */
export interface SandboxRun {
  /** Letters, digits and `-`: names the run on this machine. What an earlier run of the name left is
   * removed. */
  readonly name: string;
  /** For `sh -c`. */
  readonly command: string;
  /** The only folder that it sees and may change, as `/work`, where it starts. */
  readonly directory: string;
  /** All variables besides PATH and HOME. */
  readonly environment: Readonly<Record<string, string>>;
  /** A container is made from it. Absent: the programs of this machine, and no network. */
  readonly image?: string | undefined;
  /** The container reaches other machines. */
  readonly hasNetwork: boolean;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

export type SandboxResult =
  | {
      readonly end: 'exited' | 'timed-out' | 'aborted';
      /** Null unless the command exited by itself. */
      readonly code: number | null;
      /** The end of what it printed. */
      readonly output: string;
    }
  /** Nothing of the command ran; the reason is for people. */
  | { readonly end: 'not-run'; readonly reason: string };

/** Runs commands apart from the service: they see neither its files, variables and processes, nor its
 * network. Never on the bare machine. The whole run has ended when this resolves, and never throws. */
export interface Sandbox {
  /** Why no command can run in this home. Absent: run() says whether one can. */
  readonly missing?: string;
  run(run: SandboxRun): Promise<SandboxResult>;
}
