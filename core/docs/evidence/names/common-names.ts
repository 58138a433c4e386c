// Names that every program may use without declaring them: a page that names one says nothing about
// the repository.

const python = `abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod
  compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr
  globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max
  memoryview min next object oct open ord pow print property range repr reversed round set setattr
  slice sorted staticmethod str sum super tuple type vars zip ArithmeticError AssertionError
  AttributeError BaseException BlockingIOError BrokenPipeError BufferError ChildProcessError
  ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError
  DeprecationWarning EOFError FileExistsError FileNotFoundError FloatingPointError FutureWarning
  GeneratorExit ImportError ImportWarning IndentationError IndexError InterruptedError
  IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
  NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PermissionError
  ProcessLookupError RecursionError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
  StopIteration SyntaxWarning SystemError SystemExit TabError TimeoutError UnboundLocalError
  UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeWarning UserWarning ValueError
  ZeroDivisionError`;
const others = `main init make new append cap copy delete panic recover println require import async await
  ArrayList HashMap HashSet StringBuilder PathBuf VecDeque BTreeMap IOException RuntimeException
  IllegalArgumentException IllegalStateException NullPointerException ClassNotFoundException
  InterruptedException UnsupportedOperationException GitHub GitLab JavaScript TypeScript PostgreSQL
  MySQL SQLite GraphQL OpenAPI OAuth NumPy DevTools VSCode JetBrains macOS iOS YouTube LinkedIn
  npmjs http_proxy https_proxy no_proxy all_proxy`;

/** Variables that shells, runtimes, clouds and CI systems define, and examples for names. */
const foreignVariable =
  /^(?:YOUR|MY|SOME|EXAMPLE|FOO|AWS|AZURE|GCP|GOOGLE|GITHUB|GITLAB|CI|BITBUCKET|RUNNER|NODE|NPM|NO|FORCE|HTTP|HTTPS|ALL|LC|XDG|PYTHON|PIP|VIRTUAL|GO|CGO|CARGO|RUST|JAVA|MAVEN|DOCKER|COMPOSE|KUBERNETES|SSH|GIT|LD|DYLD|TERM|DISPLAY|ERR|SQLITE|SIG|UTF|ISO|CLICOLOR)_/;
const placeholders = new Set(
  `your my some foo bar baz qux example sample hello acme dummy placeholder`.split(' '),
);
const foreignFlag =
  /^--(?:help|version|global|save-dev|save|dev|no-verify|force|yes|watch|verbose|quiet|frozen-lockfile|prefix|user|upgrade|editable|recursive|depth|branch|global-style)$/;

let names: Set<string> | undefined;

/** Built-in names of JavaScript with its methods, of Python, and a few of other languages. */
export function isCommonName(name: string): boolean {
  names ??= new Set([...builtIns(), ...`${python} ${others}`.split(/\s+/)]);
  return names.has(name) || /^__\w+__$/.test(name) || isPlaceholder(name);
}

export function isForeignVariable(name: string): boolean {
  return foreignVariable.test(name);
}

export function isForeignFlag(flag: string): boolean {
  return foreignFlag.test(flag);
}

/** By its first word: `myClient`, `Foo`, `example_name`. */
function isPlaceholder(name: string): boolean {
  return placeholders.has((/^[A-Za-z][a-z]*/.exec(name)?.[0] ?? '').toLowerCase());
}

function* builtIns(): Generator<string> {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    yield name;
    const value = Object.getOwnPropertyDescriptor(globalThis, name)?.value as unknown;
    const isHolder = typeof value === 'function' || (typeof value === 'object' && value !== null);
    // The global object holds itself.
    if (!isHolder || value === globalThis) continue;
    yield* Object.getOwnPropertyNames(value);
    const { prototype } = value as { prototype?: unknown };
    if (typeof prototype === 'object' && prototype !== null) {
      yield* Object.getOwnPropertyNames(prototype);
    }
  }
}
