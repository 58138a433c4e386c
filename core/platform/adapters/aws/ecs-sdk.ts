// What we use of the SDK, by name: see dynamodb-sdk.ts.
export { ECSClient, RunTaskCommand } from '@aws-sdk/client-ecs';
