// npm run serve -- <service…>   chosen services on this machine's SQLite and files
// npm run serve -- --home cluster <service…>
//   A replica of these services on PostgreSQL and a store of objects: docs/cluster.md. DATABASE_URL
//   chooses it too.
// npm run serve -- --home aws <service>, or --aws
//   One service on DynamoDB, S3 and SQS, for a container that is always on. It answers requests,
//   works its queues off and runs its schedules, so that the rollout makes no function for them.
//
//   LANTERN_SERVICE, LANTERN_TABLE, LANTERN_BUCKET, LANTERN_QUEUES, LANTERN_SECRETS
//                    as in every function: see core/home/open-aws.ts, cloud-environment.ts
//   the service's own variables; its address and port among them (agent: SIDECAR_HOST 0.0.0.0,
//   SIDECAR_PORT, SIDECAR_KEY)
//
//   Health check: the route of the manifest whose export is `health`. Stops within 30 s of SIGTERM.
import { hideEnvironment } from './program/hide-environment.ts';

hideEnvironment();
await import('./services/serve-chosen.ts');
