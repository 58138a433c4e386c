// The process that evaluate.ts starts: does what the SST command line does with sst.config.ts,
// with mocks in place of the Pulumi engine.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleConfig } from './evaluate-bundle.ts';
import { mocks } from './evaluate-mocks.ts';
import { serveCommandLine } from './evaluate-rpc.ts';
import type { Task } from './evaluation.ts';

export const region = 'us-east-1';
/** Not resources: the results of app() and run() of sst.config.ts. */
const [appType, outputsType] = ['sst:cli:App', 'sst:cli:Outputs'];

interface Pulumi {
  runtime: {
    setMocks(mocks: unknown, project: string, stack: string, preview: boolean, org: string): void;
    setAllConfig(config: Record<string, string>): void;
    runInPulumiStack(program: () => Promise<unknown>): Promise<unknown>;
  };
}

await evaluateHere(JSON.parse(process.argv[2] ?? '') as Task);

async function evaluateHere(task: Task): Promise<void> {
  const problems: string[] = [];
  const fail = (error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (!problems.includes(text)) problems.push(text);
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  const { mock, resources } = mocks(region);
  const server = await serveCommandLine(task.folder, (bundle) => resources.push(bundle));
  // The stack's promise resolves before resources of callbacks exist.
  let isComplete = false;
  process.once('beforeExit', () => {
    if (!isComplete && problems.length === 0) problems.push('Some resources wait for each other');
    writeFileSync(join(task.folder, 'graph.json'), JSON.stringify({ resources, problems }));
  });
  try {
    process.env['SST_SERVER'] = server.url;
    process.env['SST_AWS_REGION'] = region;
    // The values that the command line passes.
    for (const [name, value] of Object.entries(task.secrets)) {
      process.env[`SST_SECRET_${name}`] = value;
    }
    const paths = {
      home: homedir(),
      root: task.root,
      work: join(task.folder, 'work'),
      platform: task.platform,
    };
    const files = await bundleConfig(task, paths);
    resources.push({ type: appType, name: files.app.name, inputs: { ...files.app } });
    const pulumi = createRequire(join(task.platform, 'package.json'))('@pulumi/pulumi') as Pulumi;
    pulumi.runtime.setMocks(mock, files.app.name, task.stage, false, 'organization');
    pulumi.runtime.setAllConfig({ 'aws:region': region });
    const program = (await import(pathToFileURL(files.run).href)) as {
      default: () => Promise<Record<string, unknown>>;
    };
    await pulumi.runtime.runInPulumiStack(async () => {
      const outputs = await program.default();
      const texts = Object.entries(outputs).filter(([, value]) => typeof value === 'string');
      resources.push({ type: outputsType, name: 'outputs', inputs: Object.fromEntries(texts) });
      return outputs;
    });
    isComplete = true;
  } catch (error) {
    fail(error);
  }
}
