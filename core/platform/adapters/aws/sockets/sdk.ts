// What we use of the SDK, by name: see ../dynamo/sdk.ts.
export {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
