// What we use of the SDK, by name: see dynamodb-sdk.ts.
export { ECSClient, ListTasksCommand, RunTaskCommand } from '@aws-sdk/client-ecs';
