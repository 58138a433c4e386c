import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { platform as openPlatform } from '#core/home/platform.ts';
import { probes } from './records.ts';

export async function connect({ requestContext }: APIGatewayProxyWebsocketEventV2) {
  const platform = await openPlatform();
  await platform.records.put(probes, { name: requestContext.connectionId, seen: 'connected' });
  return { statusCode: 200 };
}

export const message = async () => ({ statusCode: 200 });
export const disconnect = async () => ({ statusCode: 200 });
