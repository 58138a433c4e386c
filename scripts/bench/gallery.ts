import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { renderSite } from '#core/docs/site/render/render-site.ts';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { localBlobs } from '#core/platform/adapters/local/blobs/blobs.ts';
import { childOffload } from '#core/platform/adapters/local/offload/offload.ts';
import { offlineSite } from '../../test/support/offline-site.ts';
import { fixtures, kinds } from '../gallery/kinds.ts';
import { openGallery, type Gallery } from '../gallery/open-gallery.ts';
import { walkRepository } from '../offline-writer/walk-repository.ts';
import type { Line } from './line.ts';
import { median } from './median.ts';
import { samplePage } from './sample-pages.ts';

const rounds = 5;
const diagramPages = 40;

/** The three fixtures: written without a model, rendered, and as they travel. */
export async function lines(): Promise<Line[]> {
  const writer = writerLines();
  const diagrams = await diagramLines();
  const gallery = await openGallery();
  try {
    const { sites } = gallery;
    const slowest = Math.max(...sites.map(({ milliseconds }) => milliseconds));
    const generation = { name: 'Slowest fixture, POST to ready', value: slowest, unit: 'ms' };
    return [...writer, generation, ...diagrams, ...(await weightLines(gallery))];
  } finally {
    await gallery.close();
  }
}

/** In this process: the service starts one for each answer. */
function writerLines(): Line[] {
  const views = kinds.map(({ name }) => {
    const root = join(fixtures, name);
    const read = (path: string) => {
      try {
        return readFileSync(join(root, path), 'utf8');
      } catch {
        return undefined;
      }
    };
    const list = (path: string) => readdirSync(join(root, path), { withFileTypes: true });
    return { name, read, list: () => walkRepository(list, read) };
  });
  const times: number[] = [];
  let pages: string[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now();
    pages = views.flatMap((view) => [...offlineSite(view).pages.values()]);
    if (round > 0) times.push(performance.now() - began);
  }
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page), 0);
  return [
    {
      name: `Offline writer, plans and ${pages.length} pages of 3 fixtures`,
      ...{ value: median(times), unit: 'ms' },
    },
    { name: 'What it writes', value: bytes / 1000, unit: 'kB' },
  ];
}

/** The same pages with and without a diagram each, in a service that runs. */
async function diagramLines(): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lantern-bench-'));
  const offload = childOffload();
  const assets = localAssets({ root: resolve(import.meta.dirname, '../../core') });
  const needs = { blobs: localBlobs({ directory: folder }), offload, assets, log: () => {} };
  const slugs = Array.from({ length: diagramPages }, (_, n) => `page-${n}`);
  const listed = slugs.map((slug) => ({ slug, title: slug, description: '' }));
  const navigation = [{ group: 'All', pages: listed }];
  const plan = { project_name: 'Bench', tagline: '', navigation };
  let rendered = 0;
  const render = async (textOf: (n: number) => string) => {
    const began = performance.now();
    const name = `site-${(rendered += 1)}`;
    await renderSite(
      needs,
      {
        ...{ name, plan, repositoryUrl: null, commit: '', citations: [] },
        markdown: async (slug) => textOf(rendered * 100 + Number(slug.slice(5))),
      },
      { site: `projects/${name}/site/` },
      new AbortController().signal,
    );
    return performance.now() - began;
  };
  const drawn = (n: number) =>
    `${samplePage(n)}\n\`\`\`mermaid\nflowchart LR\n  A${n} --> B[Queue ${n}] --> C\n  B --> D\n\`\`\`\n`;
  try {
    await render(drawn);
    const [plain, withDiagrams]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(await render(samplePage));
      withDiagrams.push(await render(drawn));
    }
    const [value, roof] = [median(withDiagrams), median(plain)];
    const name = `Site of ${diagramPages} pages with a diagram each, against none`;
    return [{ name, value, unit: 'ms', roof, ratio: value / roof }];
  } finally {
    await offload.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function weightLines({ sites, headers }: Gallery): Promise<Line[]> {
  const load = async (url: string) =>
    Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
  const weigh = async (url: string) => {
    const text = (await load(url)).toString();
    const parts = [...text.matchAll(/(?:src|href)="(assets\/[\w.-]+\.(?:js|css|svg)[^"]*)"/g)];
    const files = await Promise.all(parts.map(([, path = '']) => load(new URL(path, url).href)));
    const all = [Buffer.from(text), ...files];
    return all.reduce((sum, body) => sum + brotliCompressSync(body).length, 0) / 1000;
  };
  const homes = await Promise.all(sites.map(({ url }) => weigh(url)));
  const pages = sites.flatMap(({ url, plan }) =>
    plan.navigation.flatMap((group) => group.pages.map(({ slug }) => `${url}${slug}.html`)),
  );
  const weights = await Promise.all(pages.map(weigh));
  return [
    {
      name: 'Heaviest home, compressed, besides the font',
      ...{ value: Math.max(...homes), unit: 'kB', bar: 60 },
    },
    { name: 'Heaviest page, the same way', value: Math.max(...weights), unit: 'kB' },
  ];
}
