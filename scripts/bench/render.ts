import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { micromark } from 'micromark';
import { localAssets } from '#core/platform/adapters/local/assets.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs.ts';
import { childOffload } from '#core/platform/adapters/local/offload.ts';
import type { Blobs } from '#core/platform/ports.ts';
import type { Plan } from '#core/docs/plan.ts';
import { prepareRendering, renderSite } from '#core/docs/site/render-site.ts';
import { extensionsFor } from '#core/text/markdown-extensions.ts';
import type { Line } from './line.ts';
import { samplePage } from './sample-pages.ts';

const pages = 200;
const many = 10_000;

/** Whole sites, from markdown to what readers see, search and all; and what others do. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const disk = localBlobs({ directory: folder });
  let publishing = 0;
  const blobs: Blobs = {
    ...disk,
    async publish(...given) {
      const began = performance.now();
      await disk.publish(...given);
      publishing = performance.now() - began;
    },
  };
  const offload = childOffload();
  const assets = localAssets({ root: resolve(import.meta.dirname, '../../core') });
  const needs = { blobs, offload, assets, log: () => {} };
  const render = async (site: string, texts: readonly string[], versions?: readonly string[]) => {
    const began = performance.now();
    await renderSite(
      needs,
      {
        ...{ name: site, plan: planOf(texts.length), repositoryUrl: null, commit: '' },
        citations: [],
        markdown: async (slug) => texts[Number(slug.slice(5))] ?? '',
        ...(versions && { version: (slug: string) => versions[Number(slug.slice(5))] }),
      },
      { site: `projects/${site}/site/`, cache: `projects/${site}/cache/site/` },
      new AbortController().signal,
    );
    return performance.now() - began;
  };
  try {
    await prepareRendering(needs);
    const batch = (from: number) => Array.from({ length: pages }, (_, n) => samplePage(from + n));
    await render('warm', batch(90_000));
    const first = batch(0);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const cold = perSecond(pages, await render('one', first));
    delay.disable();
    const mixed = first.map((text, n) => (n % 10 === 0 ? samplePage(50_000 + n) : text));
    const again = perSecond(pages, await render('one', mixed));
    const engine = engineRate(batch(80_000));
    const python = await pythonRate(first);
    const one = await oneOfMany(async (...given) => {
      const whole = await render(...given);
      return [whole - publishing, publishing] as const;
    });
    const kilobytes = Math.round(samplePage(1).length / 100) / 10;
    const size = `${pages} pages of ${kilobytes} kB, ${availableParallelism()} cores`;
    return [
      ...(python === undefined
        ? []
        : [{ name: 'Python-Markdown with Pygments, one process', value: python, unit: 'pages/s' }]),
      { name: `Site, ${size}, against the bare engine`, ...rate(cold, engine) },
      { name: 'The same, one page in ten changed', ...rate(again, engine) },
      ...(python === undefined
        ? []
        : [
            { name: 'Site against Python', ...rate(cold, python), floor: 3 },
            { name: 'The same, one in ten changed', ...rate(again, python), floor: 15 },
          ]),
      {
        name: 'Longest wait of the event loop during a site',
        ...{ value: delay.max / 1e6, unit: 'ms', bar: 20 },
      },
      {
        name: `One changed page of ${many}: its site is rendered and written`,
        ...{ value: one[0], unit: 'ms', bar: 300 },
      },
      { name: 'and is published', value: one[1], unit: 'ms' },
      { name: 'Memory of the service by then', value: process.memoryUsage().rss / 1e6, unit: 'MB' },
    ];
  } finally {
    await offload.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function rate(value: number, roof: number) {
  return { value, unit: 'pages/s', roof, ratio: value / roof };
}

function perSecond(count: number, milliseconds: number): number {
  return (count * 1000) / milliseconds;
}

function planOf(count: number): Plan {
  const groups = Math.ceil(count / 100);
  const page = (n: number) => ({ slug: `page-${n}`, title: `Page ${n}`, description: '' });
  return {
    project_name: 'Bench',
    tagline: 'Many pages',
    navigation: Array.from({ length: groups }, (_, group) => ({
      group: `Group ${group}`,
      pages: Array.from({ length: Math.min(100, count - group * 100) }, (__, n) =>
        page(group * 100 + n),
      ),
    })),
  };
}

/** Pages short enough that ten thousand of them are made in a minute. */
async function oneOfMany(
  render: (
    site: string,
    texts: readonly string[],
    versions: readonly string[],
  ) => Promise<readonly [rendering: number, publishing: number]>,
): Promise<readonly [rendering: number, publishing: number]> {
  const texts = Array.from({ length: many }, (_, n) => samplePage(n).slice(0, 600));
  const versions = texts.map(() => '1');
  await render('many', texts, versions);
  const times = [];
  for (const n of [4_711, 17, 9_999]) {
    texts[n] = `# Anew\n\n${samplePage(60_000 + n).slice(0, 600)}`;
    versions[n] = '2';
    times.push(await render('many', texts, versions));
  }
  return times.sort(([a], [b]) => a - b)[1] ?? [0, 0];
}

/** The engine by itself, without colours, templates, search and files, on one core. */
function engineRate(texts: readonly string[]): number {
  const work = (text: string) => micromark(text, extensionsFor(text));
  texts.slice(0, 50).forEach(work);
  const began = performance.now();
  texts.forEach(work);
  return perSecond(texts.length, performance.now() - began);
}

const program = `
import json, sys, time, markdown
texts = json.load(sys.stdin)
def convert(text):
    return markdown.markdown(text, extensions=['fenced_code', 'codehilite', 'tables', 'toc'],
        extension_configs={'codehilite': {'css_class': 'highlight', 'guess_lang': False},
                           'toc': {'toc_depth': '2-3'}})
for text in texts[:20]: convert(text)
began = time.perf_counter()
for text in texts: convert(text)
print(len(texts) / (time.perf_counter() - began))
`;

/** Undefined where Python or its packages are not installed. */
async function pythonRate(texts: readonly string[]): Promise<number | undefined> {
  const running = promisify(execFile)('python3', ['-c', program]);
  running.child.stdin?.on('error', () => {}).end(JSON.stringify(texts));
  const rate = await running.then(({ stdout }) => Number(stdout)).catch(() => undefined);
  return rate === undefined || Number.isNaN(rate) ? undefined : rate;
}
