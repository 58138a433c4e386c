/** A working tree to read from. Links, files behind links, pipes and `.git` are absent from it. Paths
 * are relative, with `/`; a path that leads outside is absent. */
export interface Tree {
  /** Its folder, for other programs. Never write to it. In the cloud this and read() fetch the whole
   * tree; hash() and lines() do not. */
  directory(): Promise<string>;
  /** Paths of files by code point, without folders that package managers and tools create. If there
   * are more than `limit`, files of deeper folders are left out. */
  files(limit: number): Promise<readonly string[]>;
  /** The first `maxBytes` of a file. Absent: undefined. */
  read(path: string, maxBytes: number): Promise<Uint8Array | undefined>;
  /** git's hash of the file's content, 40 hexadecimal digits. Absent, or beyond 64 MiB: undefined. */
  hash(path: string): Promise<string | undefined>;
  /** Lines of the file's first 16 MiB; at least 1. Absent: undefined. */
  lines(path: string): Promise<number | undefined>;
  /** Repeated: nothing. */
  close(): Promise<void>;
}

/** For all files of an archive together. */
export interface UnpackLimits {
  readonly bytes: number;
  readonly entries: number;
  /** Archives within archives are unpacked too; 1: only the outer one. */
  readonly depth: number;
}

/** A folder of this machine that is filled with a stranger's files, one after the other (S6). */
export interface GatheredFiles {
  /** For Trees.keep() or at(). */
  readonly directory: string;
  /** Writes a file under a path of safePath(). A zip, tar, tar.gz or gz file is unpacked instead, into
   * the folder `<path>.unpacked`. Gives `problems`, for people: why a part is missing. If the parts
   * fail, nothing is left of the file. */
  add(path: string, parts: AsyncIterable<Uint8Array>): Promise<readonly string[]>;
  /** Removes what has not been kept. */
  close(): Promise<void>;
}

/** Working trees that outlive a step and its process. Every worker can open them. */
export interface Trees {
  /** Moves the folder into the store under a name of letters, digits, `-` and `_`. Repeated: replaces
   * the earlier tree. Several folders become the folders of one tree, under their names here and
   * without `.git`: git would read the configuration of each. */
  keep(name: string, from: string | Readonly<Record<string, string>>): Promise<void>;
  /** Absent: undefined. */
  open(name: string): Promise<Tree | undefined>;
  /** A folder of this machine as a tree. */
  at(directory: string): Tree;
  /** `limits` are those of all archives together. */
  gather(limits: UnpackLimits, signal?: AbortSignal): Promise<GatheredFiles>;
  /** Absent: nothing happens. */
  forget(name: string): Promise<void>;
  /** All names, by code point. */
  list(): Promise<readonly string[]>;
}
