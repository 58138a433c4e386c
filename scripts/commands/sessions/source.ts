import type { FoundMessage, FoundPrompt, ReadMessage, Session } from '#core/sessions/schema.ts';
import type { StoredFile } from '#core/sessions/uploads.ts';

/** Values of a search, as they are typed. */
export type Typed = Readonly<Record<string, string>>;

/** Where the commands read: the files of this machine, or a server. Both give the same answers. */
export interface Source {
  search(query: Typed): Promise<Session[]>;
  messages(query: Typed): Promise<FoundMessage[]>;
  history(query: Typed): Promise<FoundPrompt[]>;
  list(limit: string): Promise<Session[]>;
  session(id: string): Promise<Session>;
  read(id: string, limit: string): Promise<ReadMessage[]>;
  close(): Promise<void>;
}

/** A server that takes files. */
export interface Store {
  readonly server: string;
  files(): Promise<StoredFile[]>;
  startUpload(path: string): Promise<{ readonly url: string }>;
}
