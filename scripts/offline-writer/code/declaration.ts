export interface Doc {
  /** Markdown as the comment has it; not yet cleaned. */
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
  /** From 1. */
  readonly line: number;
  readonly members: readonly Member[];
}

/** What a source file offers to others. */
export interface ModuleApi {
  readonly path: string;
  /** What the file says of itself. */
  readonly about: string;
  readonly declarations: readonly Declaration[];
  /** Other modules whose names it passes on. */
  readonly passesOn: readonly string[];
}

/** A file that offers more is a table, and reading each to its end would take for ever. */
export const maxDeclarations = 400;

export const noDoc: Doc = {
  text: '',
  parameters: [],
  returns: '',
  deprecated: undefined,
  examples: [],
};
