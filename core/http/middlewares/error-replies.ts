import { maskSecrets } from '#core/text/mask.ts';
import type { Log } from '#core/platform/ports/log.ts';
import type { HttpMiddleware, ServiceHttp, With } from './definition.ts';
import type { HostContext } from '../request/host-context.ts';
import { errorReply } from '../reply/errors.ts';
import { resultWith } from './results.ts';

type Service = Pick<ServiceHttp<never, never>, 'errorKey' | 'observe'>;

/** Answers what failed, unless it is explained already. */
export function errorReplies(
  service: Service,
): HttpMiddleware<HostContext & With<'platform' | 'headers'>> {
  return {
    onError(call) {
      const { requestId } = call.event.requestContext;
      const log = call.context.platform?.log ?? lastResort;
      const reply = call.response ?? errorReply(call.error, requestId, service.errorKey, log);
      return resultWith(call, reply, service);
    },
  };
}

/** Logs when the platform could not be opened. */
const lastResort: Log = (level, message, fields) =>
  void process.stderr.write(`${maskSecrets(JSON.stringify({ level, message, ...fields }))}\n`);
