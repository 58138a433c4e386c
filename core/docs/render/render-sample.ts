import type { CitedSource } from '../site/site-source.ts';
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

/** A file that is shown in parts. */
export const sampleFile: CitedSource = {
  path: 'src/all.ts',
  file: 'source/src-all.ts-0.html',
  text: 'let a = `\n${1}`;\n'.repeat(1_000),
  lines: [
    [700, 700],
    [701, 709],
    [705, 712],
  ],
  pages: ['all', 'next'],
};

/** A diagram of each kind, and one that is not drawn. */
export const sampleDiagrams = [
  'flowchart TD\n  A["f(x)"] -->|yes| B[(b)]\n  subgraph s [S]\n    B -.-> C{c}\n  end',
  'sequenceDiagram\n  actor A\n  A->>B: x\n  loop y\n    B-->>A: z\n  end\n  Note over A: n',
  'classDiagram\n  class A {\n    +int a\n  }\n  A <|-- B : is',
  'stateDiagram-v2\n  [*] --> A\n  A --> [*]: end',
  'erDiagram\n  A ||--o{ B : has\n  A {\n    string id PK\n  }',
  'pie\n  "a": 1',
]
  .map((source) => `\`\`\`mermaid\n${source}\n\`\`\`\n`)
  .join('\n');

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
