import { awsFeed } from '#core/platform/adapters/aws/feed/feed.ts';
import { awsLogs } from '#core/platform/adapters/aws/logs/logs.ts';
import { freshTable } from '#test/support/fresh-table.ts';
import { manualClock } from '#test/support/manual-clock.ts';
import { onEachBackend } from '#test/support/on-each-backend.ts';
import { logsContract } from './logs-suite.ts';

onEachBackend((on) => {
  const open = async () => {
    const table = await freshTable(on);
    const clock = manualClock('2026-03-01T00:00:00.000Z');
    const feed = awsFeed({ client: on.clients().dynamodb, table, clock });
    const connect = () => Promise.reject(new Error('this home has no connections'));
    return { logs: awsLogs({ feed }), clock, connect, close: () => feed.close() };
  };
  const name = `DynamoDB on ${on.backend.services.dynamodb}`;
  logsContract(name, open, { prunes: false, follows: false });
});
