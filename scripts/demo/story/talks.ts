interface Talk {
  readonly project: string;
  readonly branch: string;
  readonly day: number;
  readonly title: string;
  /** Prompt, answer, prompt, answer … A line that begins with `$ ` is a command of the assistant. */
  readonly lines: readonly string[];
}

/** What people asked a coding assistant about their pull requests. */
export const talks: readonly Talk[] = [
  {
    project: 'pelican-http',
    branch: 'retry-reset',
    day: 0,
    title: 'Retry after a reset',
    lines: [
      'A reset connection is not retried. Where is it decided?',
      'In `withRetry` of src/retry.ts: it looks at `error.code` and knows ECONNREFUSED only. I would add ECONNRESET for methods that may be repeated.',
      '$ npm test -- retry',
      'One test fails: the server saw 2 requests, 3 are expected. The delay of the last attempt was 0.',
      'Fix the delay and say it in the changelog.',
      'Done: `delayOf` now begins at 100 ms, and CHANGELOG.md has a line.',
    ],
  },
  {
    project: 'switchyard',
    branch: 'ask-twice',
    day: 1,
    title: 'Ask for a password twice',
    lines: [
      'prompt(confirm=True) should ask again when the two differ. Keep the text of the prompt.',
      'I changed `prompt` in src/switchyard/prompts.py: it repeats both questions up to three times, and docs/prompts.md shows it.',
      '$ pytest tests/test_prompts.py',
      'All 34 tests pass.',
    ],
  },
  {
    project: 'rigging',
    branch: 'fish-flags',
    day: 2,
    title: 'Values of flags in fish',
    lines: [
      'Completion of `--colour` in fish shows the flag without its values.',
      'GenFishCompletion writes `-l colour` without `-x -a`. The values come from CompletionFunc, as in bash.',
      '$ go test ./... -run Fish',
      'TestFishCompletionOfFlags passes now. The nightly run failed because the disk of the runner was full: that is not ours.',
    ],
  },
  {
    project: 'pelican-http',
    branch: 'queue-limit',
    day: 4,
    title: 'Limit what waits',
    lines: [
      'Give the client a limit for waiting requests. What is there that we can use?',
      'src/hooks.ts already counts requests. I would put the queue into its own file and let `createClient` take `maxWaiting`.',
      'Go on, with tests first.',
      'src/queue.ts and test/queue.test.ts are written; 11 tests pass. README.md has a section.',
      '$ npm run lint',
      'No findings.',
    ],
  },
  {
    project: 'rigging',
    branch: 'wrap-help',
    day: 8,
    title: 'Width of the help',
    lines: [
      'Help is wider than the terminal in TestHelpIsWrapped.',
      'wrap.At counts bytes, and the text has umlauts. I count runes now, and added a test with `Größe`.',
      '$ go test ./internal/wrap',
      'ok',
    ],
  },
  {
    project: 'pelican-http',
    branch: 'cookies',
    day: 11,
    title: 'Cookies of a response',
    lines: [
      'Read Set-Cookie of a response. Two cookies may have one name: the last one counts.',
      'RFC 6265 says the same for one domain and path. src/cookies.ts keeps a map by name, domain and path.',
      '$ npm test -- cookies',
      "It fails: expected 'a=1' to equal 'a=2'. The header was split at the comma of a date.",
      'Then use getSetCookie().',
      'All tests pass with `headers.getSetCookie()`.',
    ],
  },
  {
    project: 'switchyard',
    branch: 'env-options',
    day: 12,
    title: 'Options from variables',
    lines: [
      'Options should fall back to environment variables. Which names?',
      'The prefix of the program in capitals, then the option: SWITCHYARD_COLOR for `--color`. An explicit `envvar` wins.',
    ],
  },
];
