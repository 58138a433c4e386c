// What we use of the SDK, by name: see ../dynamo/sdk.ts.
export { ECSClient, ListTasksCommand, RunTaskCommand } from '@aws-sdk/client-ecs';
