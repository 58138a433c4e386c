import type { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { Failure } from '../../../failure.ts';
import type { Sockets } from '../../../ports/systems/sockets.ts';
import { outage } from '../dynamo/outage.ts';

export interface AwsSocketsOptions {
  /** A client of the WebSocket API's own management endpoint. */
  readonly management: () => Promise<ApiGatewayManagementApiClient>;
}

const largestMessage = 128 * 1024;

/** Sockets of an API Gateway WebSocket API. */
export function awsSockets(options: AwsSocketsOptions): Sockets {
  return {
    async send(connection, text) {
      const Data = Buffer.from(text);
      if (Data.length > largestMessage) {
        const limit = `A message takes at most ${largestMessage} bytes`;
        throw new Failure('too-large', 'message_too_large', limit);
      }
      const { PostToConnectionCommand } = await import('./sdk.ts');
      const input = { ConnectionId: connection, Data };
      return unlessGone((client) => client.send(new PostToConnectionCommand(input)));
    },

    async close(connection) {
      const { DeleteConnectionCommand } = await import('./sdk.ts');
      const input = { ConnectionId: connection };
      return unlessGone((client) => client.send(new DeleteConnectionCommand(input)));
    },
  };

  async function unlessGone(
    call: (client: ApiGatewayManagementApiClient) => Promise<unknown>,
  ): Promise<boolean> {
    try {
      await call(await options.management());
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw outage('The WebSocket API', error);
    }
  }
}

/** 410: the connection has ended. 400: no connection of this API can have the id. */
function isGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'GoneException') return true;
  return error.name === 'BadRequestException' && error.message.includes('connectionId');
}
