import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceFile } from '#core/docs/evidence/source-view.ts';
import { checkPlan } from '#core/docs/generate/plan/check-plan.ts';
import { pagesIn } from '#core/docs/plan.ts';
import { siteHeaders } from '#core/web/site-policy.ts';
import { chromePath, launchBrowser } from '#test/support/browser/browser.ts';
import { openSites } from '#test/support/docs/site-world.ts';
import { watchedPage } from '#test/support/browser/watched-page.ts';
import { noteCalls, provoke } from '#test/support/browser/visit-hostile.ts';
import { xssCorpus } from '#test/support/browser/xss-corpus.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

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
  let browser: Browser;
  let url = '';
  const closing: (() => Promise<unknown>)[] = [];
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
    const server = createServer((request, response) => {
      const path = decodeURIComponent((request.url ?? '/').slice(1).replace(/[?#].*$/, ''));
      void sites.read(path).then((body) => {
        const type = types[extname(path)] ?? 'text/plain; charset=utf-8';
        response.writeHead(body === undefined ? 404 : 200, {
          ...siteHeaders(),
          'content-type': type,
        });
        response.end(body);
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
    closing.push(() => browser.close());
    closing.push(async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    }, sites.close);
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  /** A page that notes whatever ran, asked or was refused. */
  async function watch() {
    const { page, problems, close } = await watchedPage(browser);
    const calls = await noteCalls(page, url);
    return { page, calls, problems, close };
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
    const { page, calls, problems, close } = await watch();
    expect(slugs.length).toBe(xssCorpus.length);
    const sources = xssCorpus.map((attack) => sourceFile(`${attack}.ts`));
    const documents = [...slugs.map((slug) => `${slug}.html`), ...sources];
    for (const path of ['index.html', '404.html', ...documents]) {
      await page.goto(`${url}/${path}`);
      await provoke(page, 'body *');
      const strays = await page.evaluate(findStrays);
      expect([path, strays, calls, problems]).toEqual([path, [], [], []]);
    }
    await close();
  });

  it.each(['full', 'simple'])('runs nothing in what the search shows: the %s index', async (kind) => {
    const { page, calls, problems, close } = await watch();
    if (kind === 'simple') await page.route('**/search/root.js*', (route) => route.fulfill({ body: '' }));
    await page.goto(`${url}/${slugs[0]}.html`);
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
      expect([query, strays, calls, problems]).toEqual([query, [], [], []]);
      await page.keyboard.press('Escape');
    }
    await close();
  });
});
