import type { ServerResponse } from 'node:http';
import { standIn, type WholeRequest } from '#test/support/http/stand-in.ts';

interface Refusal {
  readonly type: string;
  readonly message: string;
  readonly status?: number;
}

interface Asked {
  readonly Names?: readonly string[];
  readonly WithDecryption?: boolean;
}

/** GetParameters and PutParameter of SSM, because no emulator from npm has them, with the refusals
 * that AWS documents. Signatures must be present, but are not checked. */
export async function startSsmApi() {
  const versions = new Map<string, string[]>();
  const calls: Asked[] = [];
  const refusals: Refusal[] = [];

  const { url, close } = await standIn(serve);

  return {
    ...{ url, close },
    put: (name: string, value: string) => void put({ Name: name, Value: value }),
    /** The inputs of GetParameters. */
    calls,
    /** Refuses the next request; several refusals form a queue. */
    refuse: (...next: Refusal[]) => void refusals.push(...next),
  };

  async function serve(request: WholeRequest, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    const refuse = ({ type, message, status = 400 }: Refusal) =>
      answer(status, { __type: type, message });

    const signed = /^AWS4-HMAC-SHA256 Credential=.+\/ssm\/aws4_request, .*Signature=/;
    if (!signed.test(request.headers.authorization ?? '')) {
      const message = 'Missing Authentication Token';
      return refuse({ type: 'MissingAuthenticationTokenException', message });
    }
    if (request.headers['content-type'] !== 'application/x-amz-json-1.1') {
      return refuse({ type: 'UnknownOperationException', message: 'not JSON 1.1' });
    }
    const body = JSON.parse(request.body.toString()) as Record<string, unknown>;
    const target = request.headers['x-amz-target'];
    if (target === 'AmazonSSM.PutParameter') return answer(200, put(body));
    if (target !== 'AmazonSSM.GetParameters') {
      return refuse({ type: 'UnknownOperationException', message: String(target) });
    }
    const asked = body as Asked;
    calls.push(asked);
    const waiting = refusals.shift();
    if (waiting) return refuse(waiting);
    const { Names = [] } = asked;
    if (Names.length < 1 || Names.length > 10) {
      const message = `1 validation error detected: Value '[${Names.join(', ')}]' at 'names' failed to satisfy constraint: Member must have length less than or equal to 10`;
      return refuse({ type: 'ValidationException', message });
    }
    answer(200, get(asked));
  }

  function put(body: Record<string, unknown>): object {
    const { Name, Value } = body as { Name: string; Value: string };
    const before = versions.get(Name) ?? [];
    versions.set(Name, [...before, Value]);
    return { Version: before.length + 1 };
  }

  function get({ Names = [], WithDecryption }: Asked): object {
    const found = Names.map((asked) => {
      const [name = '', version] = asked.split(':');
      const values = versions.get(name) ?? [];
      const value = version === undefined ? values.at(-1) : values[Number(version) - 1];
      return { asked, name, value, version };
    });
    return {
      Parameters: found.flatMap(({ name, value, version }) =>
        value === undefined
          ? []
          : [
              {
                ...{ Name: name, Type: 'SecureString' },
                Value: WithDecryption ? value : Buffer.from(value).toString('base64'),
                ...(version !== undefined && { Selector: `:${version}` }),
              },
            ],
      ),
      InvalidParameters: found.flatMap(({ asked, value }) => (value === undefined ? [asked] : [])),
    };
  }
}
