export interface Transcript {
  /** `<project>/<file>`; `history.jsonl` alone is the history above the projects. */
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
  /** Changes with the file and with every write to it, as far as the home's clock tells. */
  readonly identity: string;
}

export interface TranscriptReader {
  /** The bytes of a file. A chunk is valid until the next one. Absent, unreadable or not a regular file:
   * nothing. */
  read(path: string): AsyncIterable<Uint8Array>;
}

export interface TranscriptWork<Input, Output> {
  /** URL of the file whose default export is this work. */
  readonly module: string;
  readonly run: (input: Input, reader: TranscriptReader) => Promise<Output>;
}

/**
 * Stored sessions of coding assistants: JSON Lines files that only grow, written by other programs.
 * Every line may be malformed, and files may shrink or vanish at any time.
 */
export interface Transcripts {
  /** Files `*.jsonl` of the projects' folders, by path; dot files, links and subfolders are not
   * listed, except `.history.jsonl`. Absent folder: empty. */
  list(): Promise<readonly Transcript[]>;

  /** Why there is nothing to list, for the operator; undefined: nothing is wrong. */
  problem(): Promise<string | undefined>;

  /** The folder for caches cannot be used: each search reads the files. */
  readonly bypassesIndex?: boolean;

  /** Runs the work beside the event loop where the home can: input and output are copied by structured
   * clone, failures are those of Offload. `isSmall`: it takes a few milliseconds, less than that. */
  compute<Input, Output>(
    work: TranscriptWork<Input, Output>,
    input: Input,
    options?: { readonly isSmall?: boolean },
  ): Promise<Output>;

  /** Where a home keeps what was made from a file beside it: a function that starts reads this instead of
   * the file. `read`: undefined if the file has changed since, or nothing is kept. */
  readonly kept?: {
    read(file: Transcript): Promise<string | undefined>;
    write(file: Transcript, text: string): Promise<void>;
  };

  /** A URL to which anyone may PUT the file for 15 minutes. Undefined: this home reads a folder. */
  uploadLink(path: string): Promise<string | undefined>;
}
