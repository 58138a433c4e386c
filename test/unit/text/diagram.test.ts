import { beforeAll, describe, expect, it } from 'vitest';
import { cleanSvg } from '#core/text/diagram/clean-svg.ts';
import { diagramDrawer, type Draw } from '#core/text/diagram/draw-diagram.ts';

const times = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const unread = 'One of its connections could not be read';

let forPage: () => Draw;
beforeAll(async () => {
  forPage = await diagramDrawer();
});

function draw(source: string): string {
  const drawn = forPage()(source);
  return 'svg' in drawn ? drawn.svg : drawn.problem;
}

describe('drawing a diagram', () => {
  it.each([
    ['graph TD\nA-->B', 'Flowchart', 1],
    ['flowchart\nA--->B====>C-..->D---E', 'Flowchart', 4],
    ['graph LR;\nA & B -->|x| C;\nC -- said --> D;', 'Flowchart', 3],
    ['graph TD; A[x; y]-->|"a; b"|B;B-->C; C --> A;', 'Flowchart', 3],
    ['---\ntitle: Parts\n---\n%% note\nflowchart TB\nA["f(x[0])"] --> B("g()")', 'Parts', 1],
    ['graph TD\naccTitle: All parts\nA --> B\nclick A "x"\nstyle A fill:#f00', 'All parts', 1],
    ['sequenceDiagram\nautonumber\nA->>B: a\nB-->>A: b\nNote over A: x -> y', 'Sequence', 2],
    ['classDiagram\nA <|-- B : is\nclass A {\n+f(a: int) bool\n}', 'Class', 1],
    ['stateDiagram-v2\n[*] --> A\nA --> [*]: end\nnote right of A : x --> y', 'State', 2],
    ['erDiagram\nA ||--o{ B : "has -- many"\nA {\nstring id PK\n}', 'Entity', 1],
  ])('draws %j', (source, label, connections) => {
    const svg = draw(source);
    expect(/^<svg [^>]*role="img" aria-label="([^"]*)"/.exec(svg)?.[1]).toContain(label);
    const inner = svg.replace(/<defs>.*<\/defs>/s, '').replace(/stroke-dasharray="6 4"/g, '');
    const lines = inner.match(/<polyline |<line [^>]*marker-end/g) ?? [];
    expect(lines).toHaveLength(connections);
    expect(draw(source)).toBe(svg);
  });

  it.each([
    ['pie\n"a": 1', 'Only flowcharts'],
    ['', 'Only flowcharts'],
    ['graph TD\nA --x B', unread],
    ['sequenceDiagram\nA->>B', unread],
    ['graph TD\nA@{ shape: cyl }', unread],
    [`graph TD\n${times(121, (at) => `a${at} --> b`)}`, 'too large'],
    [
      `graph TD\n${times(11, (at) => `${at} &`).replaceAll('\n', ' ')} x --> ${times(11, (at) => `b${at} &`).replaceAll('\n', ' ')} y`,
      'too large',
    ],
    [`graph TD\n${'a & '.repeat(2_000)}b --> c`, 'too large'],
    [`sequenceDiagram\n${times(251, () => 'loop x')}`, 'too large'],
    [`graph TD\nA[${'x'.repeat(9_000)}]`, 'too large'],
    [`graph TD\nA[${'x'.repeat(7_000)}] --> B`, 'could not be'],
  ])('says why it does not draw a diagram: $1', (source, reason) => {
    const problem = draw(source);
    expect(problem).not.toContain('<');
    expect(problem).toContain(reason);
  });

  it.each([
    ['A --> B\nB{Later}', '>Later<'],
    ['A --> B\nsubgraph s [Group]\nB\nend', 'width="92" height="96.9"'],
    ['A["a[0] (x)"] -- said --> B', '>a[0] (x)<'],
    ['A -. "it | is" .-> B', '>it | is<'],
    ['A[A label of more words than a box should have]', '>A label of more words than<'],
    ['A[日本語] --> B[Привет]', '>日本語<'],
    ['one-two:::x --> B((b))\nclassDef x fill:#f00', '>one-two<'],
  ])('keeps the labels and groups of %j', (source, part) => {
    expect(draw(`graph TD\n${source}`)).toContain(part);
  });

  it('draws no more on a page than can be laid out in some seconds', () => {
    const page = forPage();
    const drawn = [1, 2, 3, 4].map(() =>
      page(`graph TD\n${times(90, (at) => `a${at % 9} --> b${at % 5}`)}`),
    );
    expect(drawn.map((each) => 'svg' in each)).toEqual([true, true, true, false]);
  });
});

describe('cleaning a drawing (S8)', () => {
  const clean = (inner: string) => cleanSvg(`<svg>${inner}</svg>`, { prefix: 'd1.', label: '<a"' });
  const inner = (text: string) => /^<svg[^>]*>(.*)<\/svg>$/s.exec(clean(text))?.[1];

  it.each([
    ['<style>@import "x";</style><script>pwned()</script><g/>', '<g></g>'],
    ['<foreignObject><div><rect x="1"/></div></foreignObject><g/>', '<g></g>'],
    ['<a href="x"><text>t</text></a><image href="x"/><use href="#x"/>', ''],
    ['<rect x="1" onload="pwned()" style="fill:red" href="x" data-id="x"/>', '<rect x="1"></rect>'],
    [
      '<rect fill="url(https://x)" stroke="#f00"/>',
      '<rect fill="var(--raised)" stroke="var(--edge)"></rect>',
    ],
    [
      '<text fill="#f00" class="x mono">&lt;b&gt;</text>',
      '<text fill="var(--text)">&lt;b&gt;</text>',
    ],
    [
      '<line marker-end="url(https://x)" marker-start="url(#a)"/>',
      '<line marker-start="url(#d1.a)"></line>',
    ],
    ['<g transform="rotate(1) url(x)" id="a"/>', '<g id="d1.a"></g>'],
    ['<path d="M1 2url(x)"/><path d="M1.23456 2"/>', '<path></path><path d="M1.23 2"></path>'],
    ['<animate attributeName="x"/><set/><!-- x -->', ''],
  ])('makes of %j %j', (given, expected) => {
    expect(inner(given)).toBe(expected);
  });

  it.each(['<g', '<g></b>', '<rect x="NaN"/>', '<rect width="Infinity"/>', '&x;'])(
    'refuses %j',
    (given) => {
      expect(() => clean(given)).toThrow();
    },
  );

  it('names the drawing', () => {
    expect(clean('')).toBe('<svg role="img" aria-label="&lt;a&quot;"></svg>');
  });

  it.each([
    [800, ' class="fits"'],
    [801, ''],
  ])('of %d pixels may shrink: %j', (width, expected) => {
    const svg = cleanSvg(`<svg width="${width}"/>`, { prefix: '', label: 'x' });
    expect(svg).toBe(`<svg width="${width}" role="img" aria-label="x"${expected}></svg>`);
  });
});
