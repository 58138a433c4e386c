import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { Failure } from '#core/platform/failure.ts';
import { demoKey, openHome } from './demo/open-home.ts';
import { prepareHome } from './demo/prepare-home.ts';
import { main } from './program/main.ts';

const usage = `npm run demo [-- <folder>] [--open] [--again] [--seed <number>]

Makes a home with two weeks of data in every service, in the folder demo or the one that is named.
  --open   starts its services, on the ports of npm start
  --again  makes it once more
  --seed   other runs of the pipelines; the same for a number`;

await main(async () => {
  const { values, positionals } = readLine();
  if (values.help) return console.log(usage);
  const folder = resolve(positionals[0] ?? 'demo');
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new Failure('invalid', 'usage', '--seed takes a whole number from 0');
  }
  await prepareHome(folder, { seed, isMadeAgain: values.again === true });
  if (values.open) {
    const { urls } = await openHome(folder, { ports: {} });
    console.log(`\nOpen ${urls.docs}/login and log in as admin with the API key ${demoKey}`);
    return;
  }
  console.log(`Two weeks of data. To look around: npm run demo -- ${folder} --open`);
  console.log(`Pictures of its pages: npm run gallery -- gallery ${folder}`);
  // The services have stopped; idle helper processes would hold this one for 30 seconds.
  process.exit();
});

function readLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        open: { type: 'boolean' },
        again: { type: 'boolean' },
        seed: { type: 'string', default: '1' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new Failure('invalid', 'usage', `${(error as Error).message}\n\n${usage}`);
  }
}
