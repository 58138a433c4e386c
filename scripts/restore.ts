// Restores services of a stage: npm run restore -- --stage production --time 2026-11-20T10:00:00Z docs
import { awsClients } from '#core/platform/adapters/aws/clients/clients.ts';
import { main } from './program/main.ts';
import { readRestore } from './restore/read-restore.ts';
import { restoreService } from './restore/restore-service.ts';

await main(async () => {
  const { region, services, ...restore } = readRestore(process.argv.slice(2), new Date());
  const clients = awsClients({ region });
  const tables: string[] = [];
  for (const service of services) {
    const { table, bucket, copied, lostRows, unread } = await restoreService(clients, {
      ...restore,
      service,
      say: (line) => console.log(`${service}: ${line}`),
    });
    tables.push(`${service}: '${table}'`);
    console.log(
      `${service}: ${copied} objects of ${bucket} are as they were, ${lostRows.length} rows are lost`,
    );
    for (const row of lostRows) console.log(`  lost with its object: ${row}`);
    for (const key of unread) console.log(`  not restored, copy it by hand: ${key}`);
  }
  console.log(
    `\nSet tables: { ${tables.join(', ')} } for ${restore.stage} in infra/stage.ts, and deploy.`,
  );
});
