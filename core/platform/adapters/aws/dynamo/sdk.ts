// What we use of the SDK, by name: a bundler drops the rest of the package, which it cannot do
// behind a dynamic import of the package itself.
export {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
