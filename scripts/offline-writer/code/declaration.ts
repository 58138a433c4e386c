export interface Doc {
  /** Markdown of the comment, not yet cleaned. */
  readonly text: string;
  readonly parameters: readonly { readonly name: string; readonly text: string }[];
  readonly returns: string;
  readonly deprecated?: string;
  readonly examples?: readonly string[];
  /** Paragraphs below the others: what it throws, since when it exists. */
  readonly notes?: readonly string[];
}

export const noDoc: Doc = { text: '', parameters: [], returns: '' };

/** A method, property or field. */
export interface Member {
  readonly name: string;
  /** On one line, or as a section of its own has it. */
  readonly signature: string;
  /** It gets a section. Undefined: as its signature looks. */
  readonly isMethod?: boolean;
  readonly doc: Doc;
  readonly path: string;
  /** Counts from 1. */
  readonly line: number;
}

export interface Declaration extends Omit<Member, 'signature'> {
  readonly kind: 'function' | 'class' | 'type' | 'value' | 'macro';
  /** One per overload. */
  readonly signatures: readonly string[];
  readonly members: readonly Member[];
}

export interface Export {
  /** The public name. `*`: every name of the other module; `n.*`: the same, as members of `n`. */
  readonly name: string;
  readonly local: string;
  /** Another module, as written. Undefined: this one. */
  readonly from?: string;
}

/** A source file as written: names of other modules are not looked up yet. */
export interface ModuleApi {
  /** The description of the file itself. */
  readonly about?: string;
  /** All at the top level by name, also private ones. */
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly exports: readonly Export[];
  /** Names that Python's `__all__` lists: no others are public. */
  readonly listed?: ReadonlySet<string>;
  /** Names of other modules that it uses itself. */
  readonly imports: readonly Export[];
}
