// Replaces infra/stage.ts: stages with every setting.
import { stageOptions as real, type StageOptions } from '../../../infra/stage.ts';

const stages: Readonly<Record<string, Partial<StageOptions>>> = {
  all: {
    domain: 'example.com',
    mail: 'operator@example.com',
    budget: 50,
    worker: 'task',
    agent: true,
    logRetention: '1 week',
    tables: { docs: 'docs-restored' },
    reserved: { 'docs/generations.generate': 5 },
    variables: { docs: { LOG_LEVEL: 'DEBUG' } },
  },
  bedrock: { bedrock: true },
  'bedrock-in-tasks': { bedrock: true, worker: 'task' },
  plain: { router: false },
  'budget-without-mail': { budget: 50 },
  'table-for-nobody': { tables: { doc: 'docs-restored' } },
  'reserved-for-nobody': { reserved: { 'docs/misspelt.handler': 5 } },
};

export function stageOptions(stage: string): StageOptions {
  return { ...real(stage), ...stages[stage] };
}
