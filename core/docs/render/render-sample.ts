import type { ViewSource } from '../site/site-view.ts';

/** A site of everything that pages hold, small; its looks tell whether older pages are still good. */
export const sampleSource: ViewSource = {
  name: 'sample',
  repositoryUrl: 'https://code.example/sample.git',
  commit: '0'.repeat(40),
  isOfflineWriter: true,
  plan: {
    project_name: 'Sample',
    tagline: 'All that a page may hold',
    navigation: [
      {
        group: 'First',
        pages: [
          { slug: 'all', title: 'All', description: 'Everything' },
          { slug: 'next', title: 'Next', description: '' },
        ],
      },
      { group: 'Second', pages: [{ slug: 'last', title: 'Last', description: 'The end' }] },
    ],
  },
};

export const samplePage = `# All *of* it

A [page](next.md), a [heading](#code), a [web page](https://web.example/?a=1&b=2), nothing
[dead](gone.md), [plain](http://web.example), https://auto.example and ![a picture](https://web.example/p.png).<br>
**Strong**, \`code\`, ~~gone~~, <b>raw</b>.

## Code

\`\`\`ts
export const answer: number = 42; // why
\`\`\`

\`\`\`python
def answer() -> int:
    return 42
\`\`\`

    indented

### Lists

1. one
   - [x] done
   - [ ] open

| a | b |
| :- | -: |
| 1 | 2 |

> **Note** well

> [!WARNING]
> careful

> said

---
`;
