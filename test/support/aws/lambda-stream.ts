import { Writable } from 'node:stream';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HostContext } from '#core/http/request/host-context.ts';
import type { StreamedFunction } from '#core/http/streamed.ts';

const integration = 'application/vnd.awslambda.http-integration-response';
const streaming = Symbol.for('aws.lambda.runtime.handler.streaming');

type RuntimeStream = Writable & { setContentType(type: string): void };

/** Lambda's runtime for streamed functions: the head is sent with the first write, as JSON and
 * eight NUL bytes. Without a write it is lost. */
const runtime = {
  streamifyResponse: (run: object) => Object.assign(run, { [streaming]: 'response' }),
  HttpResponseStream: {
    from(stream: RuntimeStream, head: unknown): Writable {
      stream.setContentType(integration);
      const write = stream.write.bind(stream);
      let isFirst = true;
      stream.write = ((chunk: unknown, ...rest: []) => {
        if (isFirst) {
          isFirst = false;
          write(JSON.stringify(head));
          write(new Uint8Array(8));
        }
        return write(chunk, ...rest);
      }) as Writable['write'];
      return stream;
    },
  },
};

/** Installs the runtime's global; returns a function that removes it. Create functions after it. */
export function installLambdaRuntime(): () => void {
  Object.assign(globalThis, { awslambda: runtime });
  return () => void Reflect.deleteProperty(globalThis, 'awslambda');
}

export interface Streaming {
  /** Settles with the function. */
  readonly ended: Promise<void>;
  /** What a caller of the function URL has received; undefined before the head. */
  received(): StreamedReply | undefined;
  /** The caller disconnects: later writes fail. */
  hangUp(): void;
}

export interface StreamedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: string;
  /** The body is complete. */
  readonly isWhole: boolean;
}

/** The runtime streams only functions with its mark. */
export function isStreamed(run: object): boolean {
  return (run as { [streaming]?: string })[streaming] === 'response';
}

/** Calls a function as its URL would. */
export function invokeStreamed(
  run: StreamedFunction,
  event: APIGatewayProxyEventV2,
  context: HostContext,
): Streaming {
  if (!isStreamed(run)) {
    throw new Error('The runtime would not stream this function: it bears no mark');
  }
  const chunks: Buffer[] = [];
  let type = 'application/octet-stream';
  const stream = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.assign(stream, { setContentType: (given: string) => (type = given) });
  return {
    ended: run(event, stream, context),
    received: () => replyOf(Buffer.concat(chunks), type, stream.writableFinished),
    hangUp: () => void stream.destroy(new Error('The caller hung up')),
  };
}

function replyOf(bytes: Buffer, type: string, isWhole: boolean): StreamedReply | undefined {
  if (bytes.length === 0) return undefined;
  if (type !== integration) throw new Error(`A function URL would not read a head in ${type}`);
  const end = bytes.indexOf(Buffer.alloc(8));
  if (end < 0) return undefined;
  const head = JSON.parse(bytes.subarray(0, end).toString()) as {
    statusCode: number;
    headers: Record<string, string>;
    cookies?: string[];
  };
  const { statusCode: status, headers, cookies = [] } = head;
  return { status, headers, cookies, body: bytes.subarray(end + 8).toString(), isWhole };
}
