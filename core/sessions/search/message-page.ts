import type { TranscriptReader, TranscriptWork } from '#core/platform/ports/transcripts.ts';
import { isoTime, messageIn } from '../entries.ts';
import { lineBlocks, matchingLines } from '../lines/read-lines.ts';
import { parseLine } from '../lines/parse-line.ts';
import type { ReadMessage } from '../schema.ts';

export interface MessageRange {
  readonly path: string;
  /** The number of messages before the first one. */
  readonly offset: number;
  readonly limit: number;
  /** Without messages that only call tools or hold their results. */
  readonly withText: boolean;
  /** Instead of `offset`: the page with this message. */
  readonly uuid?: string | undefined;
}

export interface MessagePage {
  readonly messages: readonly ReadMessage[];
  readonly offset: number;
  readonly total: number;
}

/** A page of a session's messages, in the order of the file. */
async function run(range: MessageRange, reader: TranscriptReader): Promise<MessagePage> {
  const { path, limit, withText, uuid } = range;
  let { offset } = range;
  let total = 0;
  let isFound = uuid === undefined;
  let messages: ReadMessage[] = [];
  for await (const block of lineBlocks(reader.read(path), () => {})) {
    for (const { bytes } of matchingLines(block)) {
      const entry = parseLine(bytes);
      const message = entry && messageIn(entry);
      if (!message || (withText && message.text === '')) continue;
      if (!isFound && total % limit === 0) [offset, messages] = [total, []];
      if (total >= offset && messages.length < limit) {
        const { time, ...rest } = message;
        messages.push({ ...rest, timestamp: isoTime(time) });
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
