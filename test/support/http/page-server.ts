import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { localAssets } from '#core/platform/adapters/local/assets/assets.ts';
import { pageAssets } from '#core/web/page-assets.ts';
import { assetHeaders, pageHeaders } from '#core/web/policy.ts';
import { httpTarget } from './http-target.ts';

export interface PageReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type PageServer = Awaited<ReturnType<typeof pageServer>>;

export type Route = (request: {
  method: string;
  body: string;
  url: URL;
}) => string | PageReply | Promise<string | PageReply>;

const core = resolve(import.meta.dirname, '../../../core');

/** Serves pages and the real assets with the real headers. */
export async function pageServer() {
  const assets = localAssets({ root: core });
  const pages = { assets, environment: {} };
  /** Answers by path; a string is an HTML page. Replaceable while the server runs. */
  const routes = new Map<string, Route>();
  const { origin: url, close } = await httpTarget((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  return {
    ...{ url, routes, close },
    assets: await pageAssets(pages),
    /** The kit, and the files that a service's pages load. */
    assetsWith: (more: { styles?: readonly string[] }) => pageAssets(pages, more),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url);
    if (target.pathname.startsWith('/assets/')) {
      const asset = await assets.find(target.pathname.slice('/assets/'.length));
      if (!asset) return void response.writeHead(404).end();
      return void response
        .writeHead(200, { ...assetHeaders(), 'content-type': asset.type })
        .end(asset.body);
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const route = routes.get(`${request.method} ${target.pathname}`) ?? routes.get(target.pathname);
    if (!route) return void response.writeHead(404).end('nothing here');
    const reply = await route({ method: request.method ?? 'GET', body, url: target });
    const {
      status = 200,
      headers,
      body: text,
    } = typeof reply === 'string' ? { body: reply } : reply;
    response
      .writeHead(status, {
        ...pageHeaders(),
        'content-type': 'text/html; charset=utf-8',
        ...headers,
      })
      .end(text);
  }
}
