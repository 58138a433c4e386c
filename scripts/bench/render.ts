import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { micromark } from 'micromark';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import type { Plan } from '#core/docs/plan.ts';
import { renderSite } from '#core/docs/site/render/render-site.ts';
import { extensionsFor } from '#core/text/markdown/extensions.ts';
import type { Line } from './line.ts';
import { samplePage } from './sample-pages.ts';

const pages = 200;
const many = 1_000;
const rounds = 3;
/** Python-Markdown with Pygments, one process, pages of 8.4 kB, measured with the reference
 * implementation on a machine with two comparable cores. */
const reference = 97;

/** Whole sites from markdown to files, with search; and comparisons. */
export async function lines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const blobs = localBlobs({ directory: folder });
  const offload = childOffload();
  const assets = localAssets({ root: resolve(import.meta.dirname, '../../core') });
  const needs = { blobs, offload, assets, log: () => {} };
  const render: Render = async (site, texts) => {
    const spent = processorTime();
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const began = performance.now();
    await renderSite(
      needs,
      {
        ...{ name: site, plan: planOf(texts.length), repositoryUrl: null, commit: '' },
        citations: [],
        markdown: async (slug) => texts[Number(slug.slice(5))] ?? '',
      },
      { site: `projects/${site}/site/` },
      new AbortController().signal,
    );
    const milliseconds = performance.now() - began;
    delay.disable();
    const processor = processorTime() - spent;
    return { milliseconds, processor, longestWait: delay.max / 1e6 };
  };
  try {
    const batch = (from: number) => Array.from({ length: pages }, (_, n) => samplePage(from + n));
    await render('warm', batch(90_000));
    const colds: Cost[] = [];
    const agains: Cost[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = batch(round * pages);
      colds.push(await render(`site-${round}`, first));
      const mixed = first.map((text, n) =>
        n % 10 === 0 ? samplePage(50_000 + round * pages + n) : text,
      );
      agains.push(await render(`site-${round}`, mixed));
    }
    const cold = middle(colds);
    const coldRate = perSecond(pages, cold.milliseconds);
    const againRate = perSecond(pages, middle(agains).milliseconds);
    const { after, one } = await oneOfMany(render);
    const memory = process.memoryUsage().rss / 1e6;
    const engine = engineRate(batch(80_000));
    const python = await pythonRate(batch(0));
    const roof = python ?? reference;
    const rival = python === undefined ? 'the reference, as it was seen' : 'Python';
    const kilobytes = Math.round(samplePage(1).length / 100) / 10;
    const size = `${pages} pages of ${kilobytes} kB, ${availableParallelism()} cores`;
    return [
      ...(python === undefined
        ? []
        : [{ name: 'Python-Markdown with Pygments, one process', value: python, unit: 'pages/s' }]),
      { name: `Site, ${size}, against the bare engine`, ...rate(coldRate, engine) },
      { name: `Site against ${rival}`, ...rate(coldRate, roof), floor: 2 },
      { name: 'The same, one page in ten changed', ...rate(againRate, roof), floor: 2 },
      {
        name: 'Processor time of a page, service and children',
        ...{ value: cold.processor / pages, unit: 'ms' },
      },
      {
        name: 'Longest wait of the event loop during a site',
        ...{ value: cold.longestWait, unit: 'ms', bar: 20 },
      },
      {
        name: `One changed page of ${many}: rendered, written and published`,
        ...{ value: one.milliseconds, unit: 'ms', bar: 8_000 },
      },
      { name: 'Processor time of it', value: one.processor, unit: 'ms' },
      {
        name: 'Longest wait of the event loop meanwhile',
        ...{ value: one.longestWait, unit: 'ms', bar: 20 },
      },
      { name: 'The first such change of a service', value: after.milliseconds, unit: 'ms' },
      { name: 'Memory of the service by then', value: memory, unit: 'MB' },
    ];
  } finally {
    await offload.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Cost {
  readonly milliseconds: number;
  /** CPU time of all processes. It is more reliable than wall time on a shared machine. */
  readonly processor: number;
  readonly longestWait: number;
}

type Render = (site: string, texts: readonly string[]) => Promise<Cost>;

function middle(costs: readonly Cost[]): Cost {
  const sorted = costs.toSorted((a, b) => a.milliseconds - b.milliseconds);
  return sorted[Math.floor(sorted.length / 2)] as Cost;
}

/** In milliseconds; of children only on Linux. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTime();
}

function childrenTime(): number {
  const own = `/proc/${process.pid}/task/${process.pid}/children`;
  if (!existsSync(own)) return 0;
  const children = readFileSync(own, 'utf8').split(' ').filter(Boolean);
  // Fields 14 and 15, in hundredths of a second: proc_pid_stat(5).
  const times = children.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return 10 * (Number(fields[11]) + Number(fields[12]));
  });
  return times.reduce((sum, time) => sum + time, 0);
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

/** The most pages of a plan. */
async function oneOfMany(render: Render): Promise<{ after: Cost; one: Cost }> {
  // A copy: a slice would keep the whole page in memory, which the service does not do.
  const short = (n: number) => Buffer.from(samplePage(n).slice(0, 600)).toString('latin1');
  const texts = Array.from({ length: many }, (_, n) => short(n));
  await render('many', texts);
  const costs: Cost[] = [];
  for (const n of [500, 471, 17, 999, 234, 808]) {
    texts[n] = `# Anew\n\n${short(60_000 + n)}`;
    costs.push(await render('many', texts));
  }
  const [after, ...others] = costs;
  return { after: after as Cost, one: middle(others) };
}

/** The engine alone, without highlighting, templates, search and files, on one core. */
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

/** Undefined: Python or its packages are not installed. */
async function pythonRate(texts: readonly string[]): Promise<number | undefined> {
  const running = promisify(execFile)('python3', ['-c', program]);
  running.child.stdin?.on('error', () => {}).end(JSON.stringify(texts));
  const rate = await running.then(({ stdout }) => Number(stdout)).catch(() => undefined);
  return rate === undefined || Number.isNaN(rate) ? undefined : rate;
}
