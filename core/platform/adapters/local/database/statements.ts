import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** What runs inside a read or a write: everything is synchronous, so that nothing comes between. */
export interface Sql {
  /** A statement, kept for the next call with the same text. */
  statement(text: string): StatementSync;
  /** Statements that are run once, such as those that make tables. */
  execute(text: string): void;
}

/** Filters make new texts without end. */
const maxStatements = 500;

export function cachedStatements(handle: DatabaseSync): Sql {
  const statements = new Map<string, StatementSync>();
  return {
    statement(text) {
      const cached = statements.get(text);
      if (cached) return cached;
      if (statements.size >= maxStatements) statements.clear();
      const statement = handle.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    execute: (text) => handle.exec(text),
  };
}
