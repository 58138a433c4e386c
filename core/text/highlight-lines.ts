import { createRequire } from 'node:module';

/** What a grammar says of one line: spans, and the state in which the next line begins. */
interface LineTokens {
  readonly tokens: Uint32Array;
  readonly ruleStack: State;
}

/** One frame of a grammar's stack: that by which two of them can differ between lines. */
interface State {
  readonly parent: State | null;
  readonly ruleId: number;
  readonly endRule: string | null;
  readonly beginRuleCapturedEOL: boolean;
  readonly nameScopesList: Scopes | null;
  readonly contentNameScopesList: Scopes | null;
}

interface Scopes {
  readonly tokenAttributes: number;
  /** All names, from the outermost. */
  toString(): string;
}

interface LineGrammar {
  tokenizeLine2(line: string, state: State | null): LineTokens;
}

interface Registry {
  loadGrammar: (this: Registry, scope: string) => Promise<LineGrammar | null>;
}

/** For each grammar. */
const rememberedLines = 5_000;
const longestRemembered = 200;

/**
 * Has the grammars that are loaded meanwhile remember lines: code repeats its imports, its closing
 * brackets and its empty lines, and a grammar takes 40 µs for each. `from` is the library that
 * loads them, which keeps them to itself.
 */
export async function rememberingLines<Result>(
  from: string,
  load: () => Promise<Result>,
): Promise<Result> {
  const textmate = createRequire(from)('vscode-textmate') as { Registry: { prototype: Registry } };
  const { prototype } = textmate.Registry;
  const real = prototype.loadGrammar;
  prototype.loadGrammar = async function loadGrammar(scope) {
    const grammar = await real.call(this, scope);
    if (grammar && !Object.hasOwn(grammar, 'tokenizeLine2')) remember(grammar);
    return grammar;
  };
  try {
    return await load();
  } finally {
    prototype.loadGrammar = real;
  }
}

function remember(grammar: LineGrammar): void {
  const real = grammar.tokenizeLine2.bind(grammar);
  /** The first of all states that are alike: by it a line finds what was said of it. */
  const states = new Map<string, State>();
  let keys = new WeakSet<State>();
  let lines = new WeakMap<State, Map<string, LineTokens>>();
  let first = new Map<string, LineTokens>();
  let count = 0;

  grammar.tokenizeLine2 = (line, state) => {
    if (line.length > longestRemembered) return real(line, state);
    const known = linesAfter(state);
    const found = known.get(line);
    if (found) return found;
    const { tokens, ruleStack } = real(line, state);
    const said = { tokens, ruleStack: alike(ruleStack) };
    count += 1;
    if (count > rememberedLines) forget();
    else known.set(line, said);
    return said;
  };

  function linesAfter(state: State | null): Map<string, LineTokens> {
    if (state === null) return first;
    let known = lines.get(state);
    if (!known) lines.set(state, (known = new Map<string, LineTokens>()));
    return known;
  }

  function alike(state: State): State {
    if (keys.has(state)) return state;
    const key = keyOf(state);
    const known = states.get(key);
    if (known) return known;
    states.set(key, state);
    keys.add(state);
    return state;
  }

  function forget(): void {
    states.clear();
    keys = new WeakSet();
    lines = new WeakMap();
    first = new Map();
    count = 0;
  }
}

function keyOf(state: State): string {
  const frames: unknown[] = [];
  for (let at: State | null = state; at; at = at.parent) {
    frames.push(at.ruleId, at.endRule, at.beginRuleCapturedEOL);
    for (const scopes of [at.nameScopesList, at.contentNameScopesList]) {
      frames.push(scopes?.toString(), scopes?.tokenAttributes);
    }
  }
  return JSON.stringify(frames);
}
