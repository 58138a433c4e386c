/** `note`: works, but a person should know. */
export type State = 'good' | 'note' | 'bad';

export interface Finding {
  readonly name: string;
  readonly state: State;
  readonly text: string;
  /** What to do about it. */
  readonly mend?: string;
}

export function good(name: string, text: string): Finding {
  return { name, state: 'good', text };
}

export function note(name: string, text: string, mend: string): Finding {
  return { name, state: 'note', text, mend };
}

export function bad(name: string, text: string, mend: string): Finding {
  return { name, state: 'bad', text, mend };
}
