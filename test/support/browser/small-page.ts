/** Everything that a page may hold, small. */
export const smallPage = `# All *of* it

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
