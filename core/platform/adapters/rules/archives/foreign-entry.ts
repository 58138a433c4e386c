/** An entry of an archive that a stranger made. Nothing of it can be trusted. */
export interface ForeignEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'other';
  /** The content of a file, which may be longer than announced. Call it before the next entry. */
  body(): Promise<AsyncIterable<Uint8Array>>;
}
