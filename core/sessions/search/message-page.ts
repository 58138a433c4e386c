import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';
import { isoTime, messageIn, toolTextIn } from '../entries.ts';
import { linesIn } from '../lines/read-lines.ts';
import { parseLine } from '../lines/parse-line.ts';
import { sessionBlocks } from '../lines/session-blocks.ts';
import type { ReadMessage } from '../schema.ts';

/** Messages on one page. */
export const messagesShown = 50;

export interface MessageRange {
  readonly path: string;
  /** The number of messages before the first one. */
  readonly offset: number;
  readonly limit: number;
  /** Without messages that only call tools or hold their results. */
  readonly withText: boolean;
  /** With what tools were asked and answered. */
  readonly withTools?: boolean | undefined;
  /** Instead of `offset`: the page with this message. */
  readonly uuid?: string | undefined;
}

export interface PageMessage extends ReadMessage {
  readonly tools?: string;
}

export interface MessagePage {
  readonly messages: readonly PageMessage[];
  readonly offset: number;
  readonly total: number;
}

/** A page of a session's messages, in the order of the file. */
async function run(range: MessageRange, reader: TranscriptReader): Promise<MessagePage> {
  const { path, limit, withText, withTools = false, uuid } = range;
  let { offset } = range;
  let total = 0;
  let isFound = uuid === undefined;
  let messages: PageMessage[] = [];
  for await (const block of sessionBlocks(reader, path, () => {})) {
    for (const { bytes } of linesIn(block)) {
      const entry = parseLine(bytes);
      const message = entry && messageIn(entry);
      if (!message) continue;
      const tools = withTools ? toolTextIn(entry) : '';
      if (withText && message.text === '' && tools === '') continue;
      if (!isFound && total % limit === 0) [offset, messages] = [total, []];
      if (total >= offset && messages.length < limit) {
        const { time, ...rest } = message;
        messages.push({ ...rest, timestamp: isoTime(time), ...(tools !== '' && { tools }) });
      }
      total += 1;
      isFound ||= message.uuid === uuid;
    }
  }
  return isFound ? { messages, offset, total } : run({ ...range, uuid: undefined }, reader);
}

const messagePage: TranscriptWork<MessageRange, MessagePage> = {
  module: import.meta.url,
  run,
};

export default messagePage;
