/** What is true of a package, whatever the offline writer makes of it. */
export interface PackageFacts {
  /** `npm` and `debian` packages have the sources at this version. */
  readonly source: `${'npm' | 'debian'}:${string}`;
  readonly version: string;
  readonly name: string;
  readonly description: RegExp;
  /** Tags of the repository, newest first; the sources have none. */
  readonly tags?: readonly string[];
  readonly shownVersion: string | null;
  readonly install: string | null;
  /** Some public names. Programs have none. */
  readonly api: readonly string[];
  /** Some guides, in their order. */
  readonly guides: readonly string[];
}

type Row = Omit<PackageFacts, 'source' | 'version' | 'name'>;

function row(
  [source, version, name]: readonly [PackageFacts['source'], string, string],
  facts: Row,
): PackageFacts {
  return { source, version, name, ...facts };
}

const none = { install: null, api: [], guides: [] } as const;

export const packages: readonly PackageFacts[] = [
  row(['npm:express', '5.1.0', 'express'], {
    description: /minimalist web framework/,
    shownVersion: '5.1.0',
    install: 'npm install express',
    api: ['application', 'request', 'response', 'Route', 'Router', 'json', 'raw', 'static', 'text'],
    guides: [],
  }),
  row(['npm:commander', '14.0.0', 'commander'], {
    description: /solution for node\.js command-line/,
    shownVersion: '14.0.0',
    install: 'npm install commander',
    api: ['Command', 'Option', 'Argument', 'Help', 'CommanderError', 'createCommand', 'program'],
    guides: [],
  }),
  row(['npm:zod', '4.1.5', 'zod'], {
    description: /TypeScript-first schema/,
    shownVersion: '4.1.5',
    install: 'npm install zod',
    api: ['string', 'number', 'object', 'array', 'union', 'ZodType', 'ZodString', 'parse'],
    guides: [],
  }),
  row(['npm:fastify', '5.5.0', 'fastify'], {
    description: /[Ff]ast and low overhead web framework/,
    shownVersion: '5.5.0',
    install: 'npm install fastify',
    api: ['fastify'],
    guides: ['Getting Started', 'Benchmarking', 'Database', 'Ecosystem', 'Testing'],
  }),
  row(['debian:node-express', '4.18.2+~4.17.14-1', 'express'], {
    description: /minimalist web framework/,
    shownVersion: '4.18.2',
    install: 'npm install express',
    api: ['application', 'request', 'response', 'Route', 'Router', 'json', 'query', 'static'],
    guides: [],
  }),
  row(['debian:node-yargs', '16.2.0+~16.0.4-7', 'yargs'], {
    description: /successor to optimist/,
    shownVersion: '16.2.0',
    install: 'npm install yargs',
    api: [],
    guides: [],
  }),
  row(['debian:node-commander', '9.4.1-1', 'commander'], {
    description: /solution for node\.js command-line/,
    shownVersion: '9.4.1',
    install: 'npm install commander',
    api: ['Command', 'Option', 'Argument', 'Help', 'CommanderError', 'createCommand', 'program'],
    guides: [],
  }),
  row(['debian:golang-github-gin-gonic-gin', '1.8.1-1', 'gin'], {
    description: /^Gin is a web framework/,
    tags: ['v1.8.1'],
    shownVersion: '1.8.1',
    install: 'go get github.com/gin-gonic/gin@latest',
    api: ['Engine', 'Context', 'RouterGroup', 'New', 'Default', 'HandlerFunc', 'Recovery'],
    guides: [],
  }),
  row(['debian:golang-github-gorilla-mux', '1.8.0-1', 'mux'], {
    description: /router/,
    tags: ['v1.8.0'],
    shownVersion: '1.8.0',
    install: 'go get github.com/gorilla/mux@latest',
    api: ['Router', 'Route', 'NewRouter', 'Vars', 'CurrentRoute', 'MatcherFunc'],
    guides: [],
  }),
  row(['debian:golang-github-spf13-cobra', '1.6.1-1', 'cobra'], {
    description: /^Cobra is a library/,
    tags: ['v1.6.1'],
    shownVersion: '1.6.1',
    install: 'go get github.com/spf13/cobra@latest',
    api: ['Command', 'NoArgs', 'ExactArgs', 'CheckErr', 'PositionalArgs'],
    guides: [],
  }),
  row(['debian:golang-logrus', '1.9.0-1', 'logrus'], {
    description: /structured logger for Go/,
    tags: ['v1.9.0'],
    shownVersion: '1.9.0',
    install: 'go get github.com/sirupsen/logrus@latest',
    api: ['Logger', 'Entry', 'Fields', 'Level', 'New', 'WithFields', 'Hook'],
    guides: [],
  }),
  row(['debian:rich', '13.3.1-1', 'rich'], {
    description: /^Render rich text/,
    shownVersion: '13.3.1',
    install: 'pip install rich',
    api: ['Console', 'Table', 'Markdown', 'Progress', 'Panel', 'Text'],
    guides: [
      'Introduction',
      'Console API',
      'Styles',
      'Console Markup',
      'Rich Text',
      'Highlighting',
    ],
  }),
  row(['debian:starlette', '0.26.1-1+deb12u1', 'starlette'], {
    description: /ASGI/,
    tags: ['0.26.1'],
    shownVersion: '0.26.1',
    install: 'pip install starlette',
    api: ['Starlette', 'Request', 'Response', 'Route', 'WebSocket', 'TestClient'],
    guides: ['Applications', 'Requests', 'Responses', 'WebSockets', 'Routing', 'Endpoints'],
  }),
  row(['debian:jsoup', '1.15.3-1', 'jsoup'], {
    ...none,
    description: /Java library for working with real-world HTML/,
    tags: ['jsoup-1.15.3'],
    shownVersion: '1.15.3',
    api: ['Jsoup', 'Jsoup.connect', 'Connection.Method', 'Document', 'Element.select', 'Elements'],
  }),
  row(['debian:libcommons-lang3-java', '3.12.0-2+deb12u1', 'commons-lang3'], {
    ...none,
    description: /utility classes for the classes that are in java\.lang/,
    shownVersion: null,
    api: ['StringUtils', 'StringUtils.isBlank', 'ArrayUtils.add', 'Validate', 'MutableInt'],
  }),
  row(['debian:guava-libraries', '31.1-1', 'guava'], {
    ...none,
    description: /core Java libraries from Google/,
    tags: ['v31.1'],
    shownVersion: '31.1',
    api: [
      'ImmutableList',
      'ImmutableList.of',
      'Multimap',
      'Preconditions',
      'CacheBuilder.newBuilder',
    ],
  }),
  row(['debian:rust-ripgrep', '13.0.0-4', 'ripgrep'], {
    ...none,
    description: /line-oriented search tool/,
    shownVersion: '13.0.0',
    install: 'cargo install ripgrep',
  }),
  row(['debian:rust-fd-find', '8.6.0-3', 'fd-find'], {
    ...none,
    description: /alternative to find/,
    shownVersion: '8.6.0',
    install: 'cargo install fd-find',
  }),
  row(['debian:rust-clap', '4.0.32-1', 'clap'], {
    ...none,
    description: /Command Line Argument Parser/,
    shownVersion: '4.0.32',
    install: 'cargo add clap',
    api: ['Command', 'Arg', 'ArgMatches', 'ArgMatches::remove\\_one', 'Parser', 'ErrorKind', 'arg'],
  }),
  row(['debian:rust-serde', '1.0.152-2', 'serde'], {
    ...none,
    description: /serialization\/deserialization framework/,
    shownVersion: '1.0.152',
    install: 'cargo add serde',
    api: ['Serialize', 'Deserializer', 'Serializer::collect\\_seq', 'Visitor', 'serde::de::value'],
  }),
  row(['debian:cjson', '1.7.15-1+deb12u4', 'cJSON'], {
    ...none,
    description: /JSON parser in ANSI C/,
    tags: ['v1.7.15'],
    api: [
      'cJSON',
      'cJSON\\_Parse',
      'cJSON\\_Print',
      'cJSON\\_ArrayForEach',
      'cJSONUtils\\_MergePatch',
    ],
    shownVersion: '1.7.15',
  }),
  row(['debian:libyaml', '0.2.5-1', 'yaml'], {
    ...none,
    description: /parsing and emitting YAML/,
    tags: ['0.2.5'],
    shownVersion: '0.2.5',
    api: [
      'yaml\\_parser\\_initialize',
      'yaml\\_event\\_t',
      'yaml\\_emitter\\_emit',
      'YAML\\_INT\\_TAG',
    ],
  }),
  row(['debian:hiredis', '0.14.1-3', 'hiredis'], {
    ...none,
    description: /C client library for the Redis database/,
    tags: ['v0.14.1'],
    api: ['redisContext', 'redisCommand', 'redisAsyncConnect', 'sdscatlen', 'REDIS\\_CONNECTED'],
    shownVersion: '0.14.1',
  }),
  row(['debian:libuv1', '1.44.2-1+deb12u1', 'libuv'], {
    ...none,
    description: /asynchronous I\/O/,
    tags: ['v1.44.2'],
    api: [
      'uv\\_loop\\_init',
      'uv\\_fs\\_open',
      'uv\\_loop\\_t',
      'uv\\_read\\_cb',
      'uv\\_fs\\_type',
    ],
    shownVersion: '1.44.2',
    guides: ['Introduction', 'Basics of libuv', 'Filesystem', 'Networking', 'Threads', 'Processes'],
  }),
];
