import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

/** What runs inside a read or a write: everything is synchronous, so that nothing comes between. */
export interface Sql {
  /** A statement, kept for the next call with the same text. */
  statement(text: string): StatementSync;
  /** What a statement selects, without the names of the columns, which take longer to read. */
  rows(text: string, values: readonly SQLInputValue[]): readonly (readonly SQLOutputValue[])[];
  /** Statements that are run once, such as those that make tables. */
  execute(text: string): void;
}

/** Filters make new texts without end. */
const maxStatements = 500;

export function cachedStatements(handle: DatabaseSync): Sql {
  const statements = new Map<string, StatementSync>();

  function statement(text: string): StatementSync {
    const cached = statements.get(text);
    if (cached) return cached;
    if (statements.size >= maxStatements) statements.clear();
    const prepared = handle.prepare(text);
    statements.set(text, prepared);
    return prepared;
  }

  return {
    statement,
    rows(text, values) {
      const prepared = statement(text);
      prepared.setReturnArrays(true);
      return prepared.all(...values) as unknown as SQLOutputValue[][];
    },
    execute: (text) => handle.exec(text),
  };
}
