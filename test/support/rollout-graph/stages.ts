// Replaces infra/stage.ts: stages with every setting.
import { stageOptions as real, type StageOptions } from '../../../infra/stage.ts';

/** Of a function and of a task. */
export const concurrency: Readonly<Record<string, number>> = {
  'webhook-deliveries': 30,
  'docs-large': 7,
};

const mail = 'operator@example.com';

const stages: Readonly<Record<string, Partial<StageOptions>>> = {
  // As long as a name may be.
  'all-of-15-chars': {
    domain: 'example.com',
    mail,
    budget: 50,
    worker: 'task',
    agent: true,
    logRetention: '1 week',
    tables: { docs: 'docs-restored' },
    concurrency,
    reserved: { 'docs/generations.generate': 5 },
    variables: { docs: { LOG_LEVEL: 'DEBUG' } },
  },
  // In another region than CloudFront's metrics.
  bedrock: { bedrock: true, region: 'eu-west-1' },
  'bedrock-tasks': { bedrock: true, worker: 'task' },
  production: { mail },
  unheard: { keepsData: true },
  plain: { router: false },
  'silent-budget': { budget: 50 },
  'no-queue': { concurrency: { 'webhook-delivery': 30 } },
  'no-service': { tables: { doc: 'docs-restored' } },
  'no-route': { reserved: { 'docs/misspelt.handler': 5 } },
};

export function stageOptions(stage: string): StageOptions {
  return { ...real(stage), ...stages[stage] };
}
