// What a rollout makes, as docs/deploy.md shows it: node scripts/rollout/table.ts [--write]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { services } from '#functions/manifest.ts';
import { secretName } from '../../infra/names.ts';
import { main } from '../program/main.ts';
import { markdownTable, withPart } from '../program/markdown-table.ts';
import { root } from '../program/run.ts';
import { evaluate } from './evaluate.ts';
import type { Resource } from './evaluation.ts';

/** The table of docs/deploy.md. */
export const part = 'rollout table';
const shared = 'shared';
const otherFolders = [['logs', 'webhook']];

type Kind = readonly [name: string, type: string, isOne?: (resource: Resource) => boolean];

const isImage = ({ inputs }: Resource) => inputs['packageType'] === 'Image';
const speaks = (protocol: string) => (resource: Resource) =>
  resource.inputs['protocolType'] === protocol;

const kinds: readonly Kind[] = [
  ['CDN distribution', 'aws:cloudfront/distribution:Distribution'],
  ['HTTP API', 'aws:apigatewayv2/api:Api', speaks('HTTP')],
  ['WebSocket API', 'aws:apigatewayv2/api:Api', speaks('WEBSOCKET')],
  ['route', 'aws:apigatewayv2/route:Route'],
  ['function', 'aws:lambda/function:Function', (resource) => !isImage(resource)],
  ['function in the worker image', 'aws:lambda/function:Function', isImage],
  ['function URL, streamed', 'aws:lambda/functionUrl:FunctionUrl'],
  ['queue, dead letters included', 'aws:sqs/queue:Queue'],
  ['schedule', 'aws:scheduler/schedule:Schedule'],
  ['DynamoDB table', 'aws:dynamodb/table:Table'],
  ['S3 bucket', 'aws:s3/bucket:Bucket'],
  ['IAM role', 'aws:iam/role:Role'],
  ['alarm', 'aws:cloudwatch/metricAlarm:MetricAlarm'],
  ['dashboard', 'aws:cloudwatch/dashboard:Dashboard'],
  ['log group', 'aws:cloudwatch/logGroup:LogGroup'],
  ['table for Athena', 'aws:glue/catalogTable:CatalogTable'],
  ['layer with DuckDB', 'aws:lambda/layerVersion:LayerVersion'],
  ['image repository', 'aws:ecr/repository:Repository'],
  ['topic for alarms', 'aws:sns/topic:Topic'],
  ['secret', 'sst:sst:Secret'],
];

/** A markdown table: a row per kind of resource, a column per service that has any. */
export function rolloutTable(resources: readonly Resource[]): string {
  const kindOwners = kinds
    .map(([name, type, isOne = () => true]) => {
      const matches = resources.filter((resource) => resource.type === type && isOne(resource));
      return { name, owners: matches.map(ownerOf) };
    })
    .filter(({ owners }) => owners.length > 0);
  const columns = [...Object.keys(services), shared].filter((column) =>
    kindOwners.some(({ owners }) => owners.includes(column)),
  );
  const rows = kindOwners.map(({ name, owners }) => {
    const counts = columns.map((column) => owners.filter((owner) => owner === column).length);
    return [name, ...counts.map((count) => (count === 0 ? '' : String(count)))];
  });
  return markdownTable(['', ...columns], rows);
}

/** SST's names begin with the service's name, or with another folder of its handlers. */
function ownerOf({ name }: Resource): string {
  const owners = [...Object.keys(services).map((service) => [service, service]), ...otherFolders];
  return owners.find(([folder = '']) => name.toLowerCase().startsWith(folder))?.[1] ?? shared;
}

if (import.meta.main) {
  await main(async () => {
    const table = rolloutTable(await evaluate({ secrets: anySecrets() }));
    if (!process.argv.includes('--write')) return console.log(table);
    const file = join(root, 'docs/deploy.md');
    await writeFile(file, withPart(await readFile(file, 'utf8'), part, table));
  });
}

/** Without values the stack cannot be evaluated. */
function anySecrets(): Record<string, string> {
  const names = Object.values(services).flatMap(({ secrets = [] }) => secrets);
  return Object.fromEntries(names.map(({ name }) => [secretName(name), 'any']));
}
