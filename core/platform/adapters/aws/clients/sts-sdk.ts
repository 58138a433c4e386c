// What we use of the SDK, by name: see ../dynamo/sdk.ts.
export { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
