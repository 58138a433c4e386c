import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { planSchema } from '#core/docs/plan.ts';
import { renderSite } from '#core/docs/site/render/render-site.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { plan } from '#test/support/docs/sample-project.ts';
import { renderMarkdown } from '#core/text/markdown/markdown.ts';
import { usualPage } from '#test/support/browser/usual-page.ts';
import { median, ratioOf, size, suite, timed } from '../suite.ts';

const rounds = 3;
const pages = size(200, 40);
/** The most pages that a plan may have. */
const manyPages = size(1_000, 100);

// Whole sites from markdown to published files, with search, against the Markdown engine alone on the
// same pages.
await suite(async (folder) => {
  const blobs = localBlobs({ directory: folder });
  const offload = childOffload();
  const assets = localAssets({ root: resolve(import.meta.dirname, '../../../core') });
  const render = (name: string, texts: readonly string[]) =>
    timed(() =>
      renderSite(
        { blobs, offload, assets, log: () => {} },
        {
          name,
          plan: planSchema.parse(plan(texts.length)),
          repositoryUrl: null,
          commit: '',
          citations: [],
          markdown: async (slug) => texts[Number(slug.slice('page-'.length)) - 1] ?? '',
        },
        { site: `projects/${name}/site/` },
        new AbortController().signal,
      ),
    );
  const site = (first: number) => Array.from({ length: pages }, (_, at) => usualPage(first + at));
  await render('warm', site(90_000));
  const engine = (texts: readonly string[]) => {
    for (const text of texts) renderMarkdown(text, { isExact: true });
  };
  const [rates, roofs]: [number[], number[]] = [[], []];
  for (let at = 0; at < rounds; at += 1) {
    const texts = site(at * pages);
    rates.push((pages * 1000) / (await render(`site-${at}`, texts)));
    roofs.push((pages * 1000) / (await timed(() => engine(texts))));
  }
  // A copy: a slice would keep the whole page in memory, which the service does not do.
  const short = (at: number) => Buffer.from(usualPage(at).slice(0, 600)).toString();
  const texts = Array.from({ length: manyPages }, (_, at) => short(at));
  await render('many', texts);
  const changes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    texts[17 * round] = `# Another text\n\n${short(60_000 + round)}`;
    changes.push(await render('many', texts));
  }
  await offload.close();
  const against = { unit: 'pages/s', ...ratioOf(rates, roofs), floor: 1 };
  const change = { value: median(changes), unit: 'ms', bar: 8_000 };
  return [
    { name: `Site of ${pages} pages, ${availableParallelism()} cores`, ...against },
    { name: `One changed page of ${manyPages}, published`, ...change },
  ];
});
