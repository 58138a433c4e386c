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
  const lists = cache((text) => {
    const statement = handle.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  });
  return {
    statement: cache((text) => handle.prepare(text)),
    rows: (text, values) => lists(text).all(...values) as unknown as SQLOutputValue[][],
    execute: (text) => handle.exec(text),
  };
}

function cache(prepare: (text: string) => StatementSync): (text: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (text) => {
    const before = statements.get(text);
    if (before) return before;
    if (statements.size >= maxStatements) statements.clear();
    const statement = prepare(text);
    statements.set(text, statement);
    return statement;
  };
}
