export interface Doc {
  /** Markdown of the comment, not yet cleaned. */
  readonly text: string;
  readonly parameters: readonly { readonly name: string; readonly text: string }[];
  readonly returns: string;
  readonly deprecated: string | undefined;
  readonly examples: readonly string[];
}

export interface Member {
  readonly signature: string;
  readonly doc: Doc;
  readonly line: number;
}

export interface Declaration {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'type' | 'value';
  readonly signature: string;
  readonly doc: Doc;
  /** Counts from 1. */
  readonly line: number;
  readonly members: readonly Member[];
}

/** The public API of a source file. */
export interface ModuleApi {
  readonly path: string;
  /** The description of the file itself. */
  readonly about: string;
  readonly declarations: readonly Declaration[];
  /** Modules that it re-exports. */
  readonly passesOn: readonly string[];
}

/** A file with more is generated data, and parsing all of it would take too long. */
export const maxDeclarations = 400;

export const noDoc: Doc = {
  text: '',
  parameters: [],
  returns: '',
  deprecated: undefined,
  examples: [],
};
