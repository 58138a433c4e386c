import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';
import type { Line } from './line.ts';

const milliseconds = 1_500;

/** The markdown engine alone, on a page of usual size. */
export async function lines(): Promise<Line[]> {
  const page = sample();
  const extensions = [gfmTable(), gfmStrikethrough(), gfmTaskListItem()];
  const htmlExtensions = [gfmTableHtml(), gfmStrikethroughHtml(), gfmTaskListItemHtml()];
  const render = (extended: boolean) =>
    micromark(page, extended ? { extensions, htmlExtensions } : {});
  const plain = rate(() => render(false));
  const value = rate(() => render(true));
  const kilobytes = Math.round(page.length / 100) / 10;
  return [
    { name: `Markdown engine, CommonMark, ${kilobytes} kB page`, value: plain, unit: 'pages/s' },
    {
      name: 'Markdown engine, with tables, tasks, strikethrough',
      ...{ value, unit: 'pages/s', roof: plain, ratio: value / plain },
    },
  ];
}

function rate(work: () => string): number {
  for (let warm = 0; warm < 30; warm++) work();
  const began = performance.now();
  let done = 0;
  while (performance.now() - began < milliseconds) {
    if (work().length === 0) throw new Error('the engine gave nothing');
    done++;
  }
  return (done * 1000) / (performance.now() - began);
}

function sample(): string {
  const section = (n: number) => `
## Part ${n}: what it *does* and \`why\`

The handler reads **one** message, asks [the store](store.md) and answers. ~~It polls.~~ It waits
for the queue, which is durable, and gives back what it cannot finish.

| name | type | default | meaning |
| --- | :-: | --: | --- |
| \`PORT\` | integer | 8000 | where it listens |
| \`LOG_LEVEL\` | text | INFO | how much it says |
| \`DATA_DIR\` | path | ./data | where it keeps things |

- [x] durable before it is acknowledged
- [ ] another thing, with a nested list
  1. first
  2. second, with https://example.com/a?b=c

> **Note** a quotation of two lines
> that ends here.

\`\`\`ts
export async function step(message: Message): Promise<void> {
  for (const part of message.parts) await store.put(part.key, part.body);
}
\`\`\`
`;
  return `# A page\n${Array.from({ length: 8 }, (_, n) => section(n + 1)).join('')}`;
}
