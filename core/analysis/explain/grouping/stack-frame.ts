/** A line of a stack trace. */
export interface Frame {
  /** As printed, without indentation. */
  readonly line: string;
  /** Empty: the line names none. */
  readonly file: string;
  /** The function; empty: the line names none. */
  readonly name: string;
  /** What the line says after the place, such as the message of a Go test. */
  readonly rest: string;
  /** The project has it, not the language, the test framework or a library. */
  readonly isOwn: boolean;
  readonly isTest: boolean;
}

/** A file with the number of a line, as `x.ts:5`, `x.cs:line 5`, `x.php(5)`, `x.py", line 5` and `x.erl, line 5`. */
const lineNumber =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|pyx|java|kt|kts|scala|groovy|cs|fs|vb|go|rb|php|rs|cc|cpp|cxx|c|hh|hpp|h|m|mm|swift|dart|exs?|erl|clj|lua|pl|t|sh|bats|feature|robot|mli?)(?:"?, line |:line |:|\()(\d{1,7})(?::\d{1,7})?\)?/;
/** Before the place of a frame there is only its name. The last ones are of Bats, Erlang, Minitest and OCaml. */
const opening =
  /^(?:at |❯ |File "|# |#\d{1,4} |from |Error Trace:\s|\(?(?:in test file|from function) |(?:::)?in (?:function|call from) |\w{1,200}\([\w:]{1,200}\) \[|(?:Raised|Re-raised|Called) (?:at|from) )/;
const noPathCharacter = /[\s("'<>[\],;=|]/;

const libraryPath =
  /node_modules|node:|\(<anonymous>\)|<Jasmine>|\bPromise\.(?:all|any) \(index |<unknown>|__cypress|site-packages|dist-packages|\/lib\/python|[\\/]src[\\/](?:runtime|testing)[\\/]|\/pkg\/mod\/|\/gems\/|rubygems|<internal:|[\\/]vendor[\\/]|phar:\/\/|\/rustc\/|\.cargo|\/_\/src\/|\(native|\(Native Method\)|Unknown Source|internal\/(?:process|modules|timers)/;
const libraryName =
  /^(?:[\w.@]{1,100}\/)?(?:(?:javax?|jakarta|jdk|sun|kotlinx?|scala|groovy|androidx?|junit|reactor|feign|okhttp3|retrofit2|System|Microsoft|NUnit|Xunit|xunit|FluentAssertions|Shouldly|Moq|NSubstitute|Castle|Npgsql)\.|(?:core|std|alloc|test)::|(?:com\.(?:sun|fasterxml|google|zaxxer|mysql|microsoft|mongodb)|org\.(?:junit|opentest4j|assertj|hamcrest|mockito|testng|apache|gradle|springframework|hibernate|openqa|jboss|eclipse|postgresql|codehaus|jetbrains|slf4j|testcontainers)|io\.(?:netty|restassured|cucumber|micronaut|quarkus|vertx|mockk|kotest)|redis\.clients)\.)/;
const testFile =
  /(?:^|[\\/._-])(?:tests?|specs?|cy|e2e)[._-]|(?:^|[\\/])(?:tests?|specs?|__tests__|e2e|cypress|features)[\\/]|[a-z\d](?:Tests?|Spec|IT|TestCase|Steps)\.\w{1,10}$/;

/** Reads a line without indentation. Undefined: it is none of a stack trace. */
export function readFrame(line: string): Frame | undefined {
  const [start = ''] = opening.exec(line) ?? [];
  const match = lineNumber.exec(line);
  if (!match) return start === 'at ' ? unplaced(line) : undefined;
  const end = line.indexOf(match[0]) + match[0].length;
  const nameEnd = line.indexOf(match[0]) + match[0].search(/["(:]/);
  let begin = nameEnd;
  while (begin > 0 && !noPathCharacter.test(line.charAt(begin - 1))) begin -= 1;
  if (start === '' && begin > 0) return undefined;
  const file = line.slice(begin, nameEnd);
  const rest = line.slice(end).replace(/^[\s:)\]"']{1,20}/, '');
  const before = line.slice(start.length, begin).replace(/[\s("]{1,9}$|\sin\s?$/g, '');
  const after = /^(?:in |,? in )[`'"]?(.{1,300}?)['"]?$/.exec(rest)?.[1];
  const name = (after ?? before).replace(/^async |^new | in$/g, '');
  const isOwn = !libraryPath.test(line) && !libraryName.test(name);
  const isPlain = after !== undefined || start !== '' || /^\+0x/.test(rest);
  return { line, file, name, rest: isPlain ? '' : rest, isOwn, isTest: testFile.test(file) };
}

/** A frame without a file: of a library, or of .NET code without debugging symbols. */
function unplaced(line: string): Frame | undefined {
  const [, name = ''] = /^at ([\w.$<>[\]`]{1,300})\(/.exec(line) ?? [];
  const isOwn = name.includes('.') && !libraryPath.test(line) && !libraryName.test(name);
  const isTest = isOwn && /Tests?\b|Spec\b/.test(name);
  return name === '' && !libraryPath.test(line)
    ? undefined
    : { line, file: '', name, rest: '', isOwn, isTest };
}

/** The file of a frame, the same in every checkout: its last two names, or the class. */
export function placeOf({ file, name }: Frame): string {
  const parts = file.split(/[\\/]/);
  if (parts.length > 1) return parts.slice(-2).join('/');
  const dot = name.lastIndexOf('.');
  return /\.(?:java|kt|scala|groovy)$|^$/.test(file) && dot > 0
    ? name.slice(0, dot).split('$', 1).join()
    : file;
}
