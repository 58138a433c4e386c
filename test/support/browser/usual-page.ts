const languages: readonly (readonly [string, (n: number) => string])[] = [
  [
    'ts',
    (n) => `import { store } from './store-${n}.ts';

export async function step${n}(message: Message): Promise<void> {
  for (const part of message.parts) await store.put(part.key + ${n}, part.body);
}`,
  ],
  [
    'bash',
    (n) => `npm install\nnpm start -- --port ${8000 + n} | tee run-${n}.log\ncurl -s localhost`,
  ],
  [
    'python',
    (n) => `class Step${n}(Base):
    """Reads one message."""

    def run(self, message: Message) -> int:
        return len(message.parts) + ${n}`,
  ],
  ['json', (n) => `{\n  "name": "part-${n}",\n  "retries": ${n},\n  "enabled": true\n}`],
];

const nouns = 'handler store queue lease message reader site page index record worker key'.split(
  ' ',
);

/** A page of usual size, 8.4 kB, with headings, prose, lists, tables and code. No two pages are
 * alike. */
export function usualPage(page: number): string {
  const parts = Array.from({ length: 8 }, (_, part) => section(page * 8 + part));
  return `# Page ${page} about the ${noun(page)}\n${parts.join('')}`;
}

function section(n: number): string {
  const [language, code] = languages[n % languages.length] as (typeof languages)[number];
  return `
## Part ${n}: what the ${noun(n)} *does* and \`why\`

The ${noun(n)} reads **one** message, asks [the ${noun(n + 1)}](page-${n % 100}.md) and answers. It
waits for the ${noun(n + 5)}, which is durable, and gives back what it cannot finish. Whoever calls
\`${noun(n + 3)}.run(${n})\` twice gets the same answer, because the ${noun(n + 2)} keeps it under the
hash of its input; see [the source](https://code.example/blob/src/${noun(n)}.ts#L${n}).

| name | type | default | meaning |
| --- | --- | --- | --- |
| \`PORT_${n}\` | integer | ${n} | where the ${noun(n)} listens |
| \`LOG_LEVEL\` | text | INFO | how much it says |
| \`DATA_DIR\` | path | ./data | where it keeps things |

- durable before the ${noun(n + 4)} is acknowledged
- another thing about \`${noun(n + 6)}\`, with a nested list
  - first of ${n}
  - second, which is **longer** than the first one

> **Note** The ${noun(n)} has a limit of ${n}.
> It is told in the answer.

\`\`\`${language}
${code(n)}
\`\`\`
`;
}

function noun(n: number): string {
  return nouns[n % nouns.length] as string;
}
