import { beforeAll, describe } from 'vitest';
import { installCommand, isPlatformInstalled } from '../../scripts/rollout/evaluate.ts';
import { evaluateGraphs, type Graphs } from './graph/graphs.ts';
import { accessSuite } from './graph/access-suite.ts';
import { bundlesSuite } from './graph/bundles-suite.ts';
import { costSuite } from './graph/cost-suite.ts';
import { doorsSuite } from './graph/doors-suite.ts';
import { queuesSuite } from './graph/queues-suite.ts';
import { refusalsSuite } from './graph/refusals-suite.ts';
import { routerSuite } from './graph/router-suite.ts';
import { rowsSuite } from './graph/rows-suite.ts';
import { secretsSuite } from './graph/secrets-suite.ts';
import { storedSuite } from './graph/stored-suite.ts';

const isInstalled = isPlatformInstalled();
if (!isInstalled) process.stdout.write(`The stack is not evaluated: run ${installCommand}\n`);

describe.runIf(isInstalled)('the stack', () => {
  let graphs: Graphs;
  beforeAll(async () => {
    graphs = await evaluateGraphs();
  }, 300_000);

  rowsSuite(() => graphs);
  refusalsSuite(() => graphs);
  accessSuite(() => graphs);
  doorsSuite(() => graphs);
  secretsSuite(() => graphs);
  routerSuite(() => graphs);
  storedSuite(() => graphs);
  queuesSuite(() => graphs);
  costSuite(() => graphs);
  bundlesSuite(() => graphs);
});
