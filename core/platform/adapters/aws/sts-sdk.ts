// What we use of the SDK, by name: see dynamodb-sdk.ts.
export { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
