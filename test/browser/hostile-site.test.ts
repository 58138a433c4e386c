import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceFile } from '#core/docs/evidence/source-view.ts';
import { checkPlan } from '#core/docs/generate/plan/check-plan.ts';
import { pagesIn } from '#core/docs/plan.ts';
import { chromePath } from '#test/support/browser/browser.ts';
import { serveSite, type SiteServer } from '#test/support/docs/site-server.ts';
import { openSites } from '#test/support/docs/site-world.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';
import { noteCalls, provoke } from '#test/support/browser/visit-hostile.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

/** One attack in every place of a page that a model writes. */
const markdownOf = (attack: string) => {
  const line = attack.replaceAll('\n', ' ');
  return [
    `# ${line}`,
    line,
    `## ${line}`,
    `[${line}](${line}) [x](<${line}>) ![${line}](${line}) ![x](<${line}> "${line}") <${line}>`,
    `[x]: <${line}> "${line}"`,
    `\`${line}\` **${line}** ~~${line}~~ [^${line}] [x]`,
    `| ${line} | b |\n| --- | --- |\n| ${line} | [y](${line}) |`,
    `- ${line}\n- [ ] ${line}`,
    `\`\`\`${line}\n${attack}\n\`\`\``,
    `\`\`\`js ${line}\nconst a = '${attack}';\n\`\`\``,
    ...['Note', line, 'Warning'].map((title) => `> **${title}** ${line}\n>\n> ${attack}`),
    `> [!NOTE] ${line}\n> ${line}`,
    `> [!${line}]\n> ${line}`,
    `<div ${line}>${attack}</div>`,
    `<!-- ${attack} -->\n${attack}`,
    ...diagramsOf(line),
    `See \`${line}:1\` and [f](${line}#L1).`,
  ].join('\n\n');
};

const diagramsOf = (line: string) =>
  [
    `flowchart TD\n A["${line}"] -->|${line}| B\n style A fill:${line},stroke:url(${line})\n class A ${line}`,
    `flowchart LR\n A["${line.replaceAll('"', '')}"] --> B[${line}]\n click A "${line}"`,
    `sequenceDiagram\n participant A as ${line}\n A->>B: ${line}\n Note over A,B: ${line}`,
    `classDiagram\n A <|-- B : ${line}\n A : +${line}`,
    `stateDiagram-v2\n [*] --> A : ${line}\n state "${line}" as A`,
    `erDiagram\n A ||--o{ B : "${line}"`,
    `---\ntitle: ${line}\n---\nflowchart TD\n A --> B`,
  ].map((source) => `\`\`\`mermaid\n${source}\n\`\`\``);

describe.runIf(chromePath)('a site of hostile content (S8)', () => {
  let server: SiteServer;
  const plan = checkPlan(
    {
      project_name: xssCorpus.join(' '),
      tagline: xssCorpus.join(' '),
      navigation: xssCorpus.map((attack) => ({
        group: attack,
        pages: [{ slug: attack, title: `${attack} x`, description: attack }],
      })),
    },
    'sample',
  );
  const slugs = pagesIn(plan).map(({ slug }) => slug);

  beforeAll(async () => {
    const sites = await openSites();
    const texts = new Map(slugs.map((slug, at) => [slug, markdownOf(xssCorpus[at] ?? '')]));
    const report = await sites.render({
      ...{ name: xssCorpus[7] ?? '', plan, commit: xssCorpus.join('') },
      repositoryUrl: `https://code.example/"'><script>pwned()</script>`,
      markdown: async (slug) => texts.get(slug) ?? '',
      citations: slugs.map((page, at) => ({ page, path: xssCorpus[at] ?? '', line: 1 })),
      sources: slugs.map((page, at) => {
        const path = `${xssCorpus[at] ?? ''}.ts`;
        const text = `${xssCorpus[at] ?? ''}\n// ${xssCorpus[at] ?? ''}\n`;
        return { path, file: sourceFile(path), text, lines: [[1, 2]], pages: [page] };
      }),
    });
    expect(report.plain).toEqual([]);
    expect(report.diagrams.drawn).toBeGreaterThan(3 * slugs.length);
    const paths = await sites.paths();
    const files = paths.map(async (path) => ({ path, body: (await sites.read(path)) ?? '' }));
    server = await serveSite(await Promise.all(files));
    await sites.close();
  });
  afterAll(() => server?.close());

  /** A page that notes whatever ran, asked or was refused. */
  async function watch() {
    const { page, problems } = await watchedPage();
    const calls = await noteCalls(page, server.url);
    return { page, calls, problems };
  }

  /** What no page of ours may hold. */
  const findStrays = () => {
    const strays =
      'iframe, object, embed, base, form, body style, math, video, template, main script, dialog [onclose]';
    const texts = [...document.querySelectorAll(strays)].map(({ outerHTML }) => outerHTML);
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isUrl = ['href', 'src', 'action', 'srcdoc', 'xlink:href', 'data'].includes(name);
        const safe = /^(?:https:\/\/|mailto:|#|[\w./-]+(?:#|$|\?v=[0-9a-f]{16}$)|\?)/;
        const isBad = isUrl && !safe.test(value);
        if (name.startsWith('on') || isBad) texts.push(`${name}=${value}`);
      }
    }
    return texts;
  };

  it('runs nothing on any page', async () => {
    const { page, calls, problems } = await watch();
    expect(slugs.length).toBe(xssCorpus.length);
    const sources = xssCorpus.map((attack) => sourceFile(`${attack}.ts`));
    const documents = [...slugs.map((slug) => `${slug}.html`), ...sources];
    for (const path of ['index.html', '404.html', ...documents]) {
      await page.goto(`${server.url}/${path}`);
      await provoke(page, 'body *');
      const strays = await page.evaluate(findStrays);
      expect([path, strays, calls, problems]).toEqual([path, [], [], []]);
    }
  });

  it.each(['full', 'simple'])(
    'runs nothing in what the search shows: the %s index',
    async (kind) => {
      const { page, calls, problems } = await watch();
      const refused = { status: 404, contentType: 'text/javascript' };
      if (kind === 'simple') await page.route('**/search/*', (route) => route.fulfill(refused));
      await page.goto(`${server.url}/${slugs[0]}.html`);
      for (const query of [
        'script',
        'pwned',
        'onerror',
        'javascript',
        '<img src=x onerror=pwned()>',
      ]) {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill(query);
        await page.locator('.search-result').first().waitFor();
        await provoke(page, 'body *');
        const strays = await page.evaluate(findStrays);
        const surprises = problems.filter((problem) => !problem.includes('404'));
        expect([query, strays, calls, surprises]).toEqual([query, [], [], []]);
        await page.keyboard.press('Escape');
      }
    },
  );
});
