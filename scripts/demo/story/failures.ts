interface SampleFailure {
  readonly test: string;
  readonly message: string;
  readonly stack: string;
}

/** How tests of each job fail, most of them again and again. */
export const failuresOf: Readonly<Record<string, readonly SampleFailure[]>> = {
  'pelican-http/tests': [
    {
      test: 'retry.test.ts > retries after a reset connection',
      message: 'AssertionError: expected 2 to be 3 // requests that the server saw',
      stack:
        'AssertionError: expected 2 to be 3\n    at test/retry.test.ts:48:26\n    at src/retry.ts:31:11',
    },
    {
      test: 'queue.test.ts > refuses what is above the limit',
      message: "TypeError: Cannot read properties of undefined (reading 'waiting')",
      stack:
        "TypeError: Cannot read properties of undefined (reading 'waiting')\n    at limitOf (src/queue.ts:72:18)\n    at createClient (src/client.ts:40:3)",
    },
    {
      test: 'cookies.test.ts > keeps the last of two cookies with one name',
      message: "AssertionError: expected 'a=1' to equal 'a=2'",
      stack:
        "AssertionError: expected 'a=1' to equal 'a=2'\n    at test/cookies.test.ts:33:20\n    at parse (src/cookies.ts:58:9)",
    },
  ],
  'pelican-http/e2e': [
    {
      test: 'e2e > uploads a large file',
      message: 'Error: connect ECONNREFUSED 10.4.0.17:9000',
      stack:
        'Error: connect ECONNREFUSED 10.4.0.17:9000\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)',
    },
    {
      test: 'e2e > resumes a download',
      message: 'Error: getaddrinfo ENOTFOUND store.internal.harbour.test',
      stack:
        'Error: getaddrinfo ENOTFOUND store.internal.harbour.test\n    at GetAddrInfoReqWrap.onlookup (node:dns:122:26)',
    },
    {
      test: 'e2e > follows redirects between hosts',
      message: 'TimeoutError: page.goto: Timeout 30000ms exceeded',
      stack:
        'TimeoutError: page.goto: Timeout 30000ms exceeded\n    at e2e/redirects.spec.ts:19:14',
    },
  ],
  'switchyard/tests': [
    {
      test: 'tests.test_prompts.TestConfirm.test_default_is_shown',
      message: "AssertionError: assert 'Continue? [y/N]: ' == 'Continue? [Y/n]: '",
      stack:
        'Traceback (most recent call last):\n  File "tests/test_prompts.py", line 61, in test_default_is_shown\n    assert shown == expected\nAssertionError',
    },
    {
      test: 'tests.test_options.TestChoice.test_case_is_ignored',
      message: "switchyard.BadParameter: 'RED' is not one of 'red', 'green'",
      stack:
        "Traceback (most recent call last):\n  File \"src/switchyard/types.py\", line 118, in convert\n    raise BadParameter(message)\nswitchyard.BadParameter: 'RED' is not one of 'red', 'green'",
    },
  ],
  'rigging/tests': [
    {
      test: 'rigging/TestFishCompletionOfFlags',
      message: 'completion_test.go:88: got "--colour", want "--colour=always"',
      stack: 'completion_test.go:88: got "--colour", want "--colour=always"\ncompletion.go:213',
    },
    {
      test: 'rigging/TestHelpIsWrapped',
      message: 'command_test.go:140: line 3 has 97 characters, the terminal 80',
      stack: 'command_test.go:140: line 3 has 97 characters, the terminal 80\nwrap.go:44',
    },
  ],
  'rigging/nightly': [
    {
      test: 'rigging/TestManPagesOfAllCommands',
      message: 'open /tmp/man/rigging-run.1: no space left on device',
      stack: 'man_test.go:31: open /tmp/man/rigging-run.1: no space left on device',
    },
    {
      test: 'rigging/TestRace',
      message: 'signal: killed',
      stack: 'FAIL github.com/harbour/rigging 182.4s\nsignal: killed',
    },
    {
      test: 'rigging/TestDocumentationIsCurrent',
      message:
        'docs_test.go:22: pull access denied for harbour/docs-builder, repository does not exist',
      stack: 'docs_test.go:22\ndocker: Error response from daemon: pull access denied',
    },
  ],
};
