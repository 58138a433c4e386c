import { services } from '#functions/manifest.ts';
import { environment } from '#core/platform/config.ts';
import { Failure } from '#core/platform/failure.ts';
import { besideDocs } from './laptop.ts';
import { main } from './main.ts';
import { openLaptop } from './open-laptop.ts';
import { runServices } from './run-services.ts';

await main(async () => {
  const names = process.argv.slice(2);
  const known = Object.keys(services);
  const unknown = names.filter((name) => !known.includes(name));
  if (names.length === 0 || unknown.length > 0) {
    const what =
      unknown.length > 0 ? `Unknown service '${unknown.join("', '")}'.` : 'Which service?';
    const usage = `npm run serve -- <service…>, with ${known.join(', ')}`;
    throw new Failure('configuration', 'bad_usage', `${what} Usage: ${usage}`);
  }
  const settings = environment();
  const both = names.includes('docs') && names.includes('analysis');
  const starts = [...new Set(names)].map((name) => ({
    name,
    environment: () => (both && name === 'analysis' ? besideDocs(settings) : settings),
    ...(both && name === 'analysis' && { portVariable: 'ANALYSIS_PORT' }),
  }));
  await runServices(starts, openLaptop);
});
