// The tables of docs/settings.md: node scripts/settings-tables.ts [--write]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import * as z from 'zod/mini';
import { agentSettings } from '#core/agent/settings.ts';
import { priceSettings } from '#core/ai/prices.ts';
import { commandSettings } from '#core/ai/provider-command.ts';
import { sidecarSettings } from '#core/ai/sidecar-settings.ts';
import { analysisSettings } from '#core/analysis/base/settings.ts';
import { docsSettings } from '#core/docs/settings.ts';
import { agentNameSettings } from '#core/home/agents.ts';
import { clusterSettings } from '#core/home/cluster-settings.ts';
import { gitTokenSettings } from '#core/home/git-tokens.ts';
import { agentLogSettings } from '#core/home/log-level.ts';
import { transcriptSettings } from '#core/home/transcript-folders.ts';
import { logsSettings } from '#core/logs/settings.ts';
import { commonSettings } from '#core/platform/settings.ts';
import { scmSettings } from '#core/scm/settings.ts';
import { webhookSettings } from '#core/webhook/configuration/variables.ts';
import { services } from '#functions/manifest.ts';
import type { Service } from '#functions/service-manifest.ts';
import { analysisClientSettings } from './commands/analysis/profile/choose-server.ts';
import { clientSettings } from './commands/docs/client.ts';
import { logsClientSettings } from './commands/logs/client.ts';
import { sessionsClientSettings } from './commands/sessions.ts';
import { main } from './program/main.ts';
import { markdownTable, withPart } from './program/markdown-table.ts';
import { root } from './program/run.ts';

type Shape = Readonly<Record<string, unknown>>;
type Row = readonly [name: string, initial: string, meaning: string];

const common = 'core/platform/settings.ts';
const sources: Readonly<Record<string, readonly (readonly [file: string, shape: Shape])[]>> = {
  'every service': [[common, commonSettings.shape]],
  cluster: [['core/home/cluster-settings.ts', clusterSettings.shape]],
  docs: [
    ['core/docs/settings.ts', docsSettings.shape],
    ['core/home/git-tokens.ts', gitTokenSettings.shape],
  ],
  analysis: [['core/analysis/base/settings.ts', analysisSettings.shape]],
  'log viewer': [['core/logs/settings.ts', logsSettings.shape]],
  webhook: [['core/webhook/configuration/variables.ts', webhookSettings.shape]],
  sessions: [['core/home/transcript-folders.ts', transcriptSettings.shape]],
  agent: [
    ['core/agent/settings.ts', agentSettings.shape],
    ['core/home/agents.ts', agentNameSettings.shape],
    ['core/home/log-level.ts', agentLogSettings.shape],
  ],
  model: [
    ['core/ai/provider-command.ts', commandSettings.shape],
    ['core/ai/sidecar-settings.ts', sidecarSettings.shape],
    ['core/ai/prices.ts', priceSettings.shape],
  ],
  'code host': [['core/scm/settings.ts', scmSettings.shape]],
  'command line': [
    ['scripts/commands/analysis/profile/choose-server.ts', analysisClientSettings.shape],
    ['scripts/commands/docs/client.ts', clientSettings.shape],
    ['scripts/commands/logs/client.ts', logsClientSettings.shape],
    ['scripts/commands/sessions.ts', sessionsClientSettings.shape],
  ],
};

/** The page with the tables that the schemas and manifests give. */
export async function settingsPage(page: string): Promise<string> {
  let newPage = withPart(page, 'settings: places', tableOf(placeRows(Object.entries(services))));
  for (const [name, parts] of Object.entries(sources)) {
    const rows = await Promise.all(parts.map(([file, shape]) => schemaRows(file, shape)));
    newPage = withPart(newPage, `settings: ${name}`, tableOf(rows.flat()));
  }
  return newPage;
}

function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(([name, initial, meaning]) => [`\`${name}\``, initial, meaning]);
  return markdownTable(['name', 'default', 'meaning'], cells);
}

/** Each variable that people set, with its default and its comment. */
async function schemaRows(file: string, shape: Shape): Promise<Row[]> {
  const comments = commentsIn(file, await readFile(join(root, file), 'utf8'));
  return Object.entries(shape).flatMap(([name, type]): Row[] => {
    const comment = comments.get(name);
    if (comment === undefined) throw new Error(`${file} does not say what ${name} means`);
    return comment === '' ? [] : [[name, initialOf(name, type as z.ZodMiniType), comment]];
  });
}

/** By property of the object literals in a file; empty: internal. */
function commentsIn(file: string, text: string): ReadonlyMap<string, string> {
  const descriptions = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node)) {
      const isInternal = ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
      const [doc] = ts.getJSDocCommentsAndTags(node);
      const description = ts.getTextOfJSDocComment(doc?.comment)?.replace(/\s+/g, ' ');
      if (isInternal) descriptions.set(node.name.getText(), '');
      else if (description !== undefined) descriptions.set(node.name.getText(), description);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return descriptions;
}

function initialOf(name: string, type: z.ZodMiniType): string {
  const { success, data } = z.safeParse(type, undefined);
  const isPrimitive = ['string', 'number', 'boolean'].includes(typeof data);
  const initial = isPrimitive ? String(data) : 'unset';
  return `${success ? initial : 'required'}${onLaptop(name)}`;
}

function onLaptop(name: string): string {
  const all: readonly Service[] = Object.values(services);
  const value = all.flatMap(({ laptop }) => laptop?.[name] ?? []).at(0);
  return value === undefined ? '' : ` (\`npm start\`: ${value})`;
}

/** Where the services listen and keep their data: a row for each variable. */
function placeRows(all: readonly (readonly [string, Service])[]): Row[] {
  const rows: { name: string; initial: string; what: string; whose: string[]; more: string }[] = [];
  for (const [service, { listens, data }] of all) {
    const add = (name: string | undefined, initial: string | number, what: string, more = '') => {
      const row = rows.find((each) => each.name === name);
      if (row) row.whose.push(service);
      else if (name !== undefined) {
        rows.push({ name, initial: `${initial}${onLaptop(name)}`, what, whose: [service], more });
      }
    };
    const { host, port, key, development } = listens;
    add(port.variable, port.initial, 'port of');
    add(port.beside?.variable, port.beside?.initial ?? '', 'port of', ' beside others');
    const closed = key === undefined ? '' : `; beyond this machine it needs \`${key}\``;
    add(host.variable, host.initial, 'bind address of', closed);
    add(key, 'unset', 'bearer key of');
    add(development, 'unset', '`true`: no key and every address for');
    add(data.variable, data.initial, data.database ? 'database and files of' : 'database of');
  }
  return rows.map(({ name, initial, what, whose, more }) => {
    return [name, initial, `${what} ${whose.join(' and ')}${more}`];
  });
}

if (import.meta.main) {
  await main(async () => {
    const file = join(root, 'docs/settings.md');
    const page = await settingsPage(await readFile(file, 'utf8'));
    if (process.argv.includes('--write')) await writeFile(file, page);
    else console.log(page);
  });
}
