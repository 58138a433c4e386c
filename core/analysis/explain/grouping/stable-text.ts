const id = '<id>';
const path = '<path>/';

/** What differs between two runs of one fault, in this order: a time holds numbers, a path may hold an
 * identifier. Values that are compared, status and exit codes and counts stay. */
const volatile: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi, id],
  // Dates stay: only those with a time say when something happened.
  [
    /\b(?:\d{4}-\d\d-\d\d|\d{1,4}\/\d{1,2}\/\d{1,4})[T ,]{1,2}\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?[AP]M\b)?(?:Z|[+-]\d\d:?\d\d)?/g,
    '<time>',
  ],
  [
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d{1,2} [A-Z][a-z]{2}|[A-Z][a-z]{2} {1,2}\d{1,2})(?: \d{4})? \d\d:\d\d:\d\d(?: (?:GMT|UTC)(?:[+-]\d{4})?)?(?: \d{4})?/g,
    '<time>',
  ],
  [/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'],
  // Addresses with their ports, then the ports of names.
  [/\b(?:\d{1,3}\.){3}\d{1,3}\b(?::\d{1,5}\b)?/g, '<address>'],
  [
    /\[(?=[\da-f]{0,4}:)[\da-f:.]{2,45}\](?::\d{1,5}\b)?|(?<![\w:])::1(?::\d{1,5})?\b/gi,
    '<address>',
  ],
  [/\blocalhost\b(?::\d{1,5}\b)?/g, '<address>'],
  [/(?<=[a-z\d-]):\d{4,5}\b(?!\.\d)/gi, ''],
  [/(\/\/[\w.-]{1,200}):\d{1,5}\b/g, '$1'],
  // Folders of this machine or of this build; addresses of web pages stay.
  [
    /(?<![\w/.])(?:file:\/\/)?\/(?:tmp|var|private|home|Users|root|builds?|workspaces?|opt|usr|mnt|data|app|src|github|runner|agent|jenkins|__w|azp|codebuild|srv|run|dev\/shm)\/(?:[\w.@+~=-]{1,100}\/){0,40}/g,
    path,
  ],
  [/\b[A-Z]:[\\/]{1,2}(?:[\w.@+~=-]{1,100}[\\/]{1,2}){0,40}/g, path],
  [/\b(?:tmp|temp)[._-]?[\da-zA-Z]{6,20}\b/g, '<tmp>'],
  [/(?:\$|%)(?:TMPDIR|TEMP|TMP)\b%?/g, path],
  // Lines and columns.
  [/(\.[a-z]{1,6})(?::line \d{1,7}|:\d{1,7}(?::\d{1,7})?|\(\d{1,7}(?:,\d{1,7})?\))/gi, '$1'],
  [/\b(line|column|col|ln)[ :=]{1,2}\d{1,7}\b/gi, '$1'],
  // Objects, hashes and generated names.
  [/(?<!(?:code|hresult|status|error|signal)[\W_]{0,5})\b0x[\da-f]{4,16}\b/gi, '<hex>'],
  [/@[\da-f]{5,16}\b/g, '@<hex>'],
  [/\b(?=[\da-f]{0,63}[a-f])(?=[a-f]{0,63}\d)[\da-f]{7,64}\b/g, '<hex>'],
  [/-(?:[\da-f]{8,10}|<hex>)-[a-z\d]{5}\b/g, `-${id}`],
  [/\b[\dA-HJKMNP-TV-Z]{26}\b/g, id],
  [/\b([a-z]{2,8}_)(?=[A-Za-z]{0,40}\d)(?=[a-z\d]{0,40}[A-Z])[A-Za-z\d]{12,40}\b/g, `$1${id}`],
  [/\$\$Lambda[$/\w<>]{1,60}/g, '<lambda>'],
  [/\$\$?(?:Proxy|MockitoMock|EnhancerBy\w{1,40}|ByteBuddy)[$\w]{1,60}/g, '<proxy>'],
  // Durations. The limit of a wait is a setting.
  [
    /\b\d{1,12}(?:[.,]\d{1,9})? ?(?:ms|µs|us|ns|s|secs?|seconds?|milliseconds?|minutes?|mins?|hours?)\b/gi,
    '<duration>',
  ],
  [/\b(time-?out(?: of)?)[ :=]{1,2}\d{1,9}\b/gi, '$1 <duration>'],
  [/\b\d{1,5} ?× /g, ''],
  // Processes, threads and numbers that are names.
  [/\bthread '[^'\n]{0,300}'(?: \(\d{1,9}\))?/g, 'thread'],
  [
    /\b((?:\w{0,40}(?:thread|worker|pool|executor)|goroutine|process|pid|tid|gw)[ #:=_-]{0,3})\d{1,12}(?:-(?:thread|worker)-\d{1,9})?\b/gi,
    `$1${id}`,
  ],
  [/==\d{1,9}==/g, '====='],
  [
    /\b((?:[a-z]{1,30}[_ -]?)?(?:id|uuid|guid|nonce|token|trace|span|request|session|build|run|port)\b["']?[ #:=_-]{1,3}["']?)\d{2,20}\b/gi,
    `$1${id}`,
  ],
  [/\b(\w{0,30}I[dD]["']?(?:[ #:=]{1,3}|\()["']?)\d{1,20}\b/g, `$1${id}`],
  [
    /\b((?:user|order|account|customer|invoice|product|item|entity|record|document|ticket|message|tenant|project|resource|payment|cart|booking|job|task)["']?[ #:=/_-]{1,3}["']?)\d{4,20}\b/gi,
    `$1${id}`,
  ],
  [/(?<=[a-z][_-])\d{4,20}\b/g, id],
  [/(?<![\w.,#])\d{10,20}\b(?![.,]\d)/g, id],
];

/** The text without what differs between two runs of one fault. Its lines must be short. */
export function stableText(text: string): string {
  let stable = text;
  for (const [pattern, replacement] of volatile) stable = stable.replace(pattern, replacement);
  return stable;
}
