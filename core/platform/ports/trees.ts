/** A working tree to read from. Links, what lies behind links, pipes and `.git` do not exist in it;
 * paths are relative, with `/`, and one that leads outside is absent. */
export interface Tree {
  /** Where it lies, for programs that read it themselves. Never write to it. In the cloud this and
   * read() fetch the whole tree; hash() and lines() do not. */
  directory(): Promise<string>;
  /** Paths of files by code point, without folders that package managers and tools make; of more
   * than `limit` the upper folders' files. */
  files(limit: number): Promise<readonly string[]>;
  /** The first `maxBytes` of a file. Absent: undefined. */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** git's hash of the file's content, 40 hexadecimal digits. Absent, or beyond 64 MiB: undefined. */
  hash(path: string): Promise<string | undefined>;
  /** Lines of the file's first 16 MiB; at least 1. Absent: undefined. */
  lines(path: string): Promise<number | undefined>;
  /** Lets go of it. Repeated: nothing. */
  close(): Promise<void>;
}

/** Working trees that outlive a step and its process; what was kept is there for every worker. */
export interface Trees {
  /** Keeps what lies in the folder, which is gone afterwards, under a name of letters, digits, `-`
   * and `_`. Repeated: the later one. */
  keep(name: string, directory: string): Promise<void>;
  /** Absent: undefined. */
  open(name: string): Promise<Tree | undefined>;
  /** A folder of this machine as it lies there. */
  at(directory: string): Tree;
  /** Absent: nothing happens. */
  forget(name: string): Promise<void>;
  /** Names that are kept, by code point. */
  list(): Promise<readonly string[]>;
}
