import { plain } from './plain.ts';
import { paint, type Shell } from './shell.ts';
import { cutTo } from './text-width.ts';

const cells = 20;
const clear = '\r\u001b[K';

/** A progress bar on a terminal; elsewhere one line per change of the text. */
export function progressBar(stream: Shell['stdout'], { variables }: Pick<Shell, 'variables'>) {
  const isTerminal = stream.isTTY === true && variables['TERM'] !== 'dumb';
  let last = '';
  return {
    /** `share`: from 0 to 1. `clock`: changes with every call and is not worth a line. */
    show(share: number, text: string, clock = '') {
      if (text === last && !isTerminal) return;
      last = text;
      const line = plain(clock === '' ? text : `${clock} · ${text}`).replaceAll('\n', ' ');
      if (!isTerminal) return void stream.write(`${line}\n`);
      const full = Math.round(cells * share);
      const bar = '█'.repeat(full) + '░'.repeat(cells - full);
      const room = Math.max(1, (stream.columns || 80) - cells - 2);
      stream.write(`${clear}${paint(stream, 'cyan', bar)} ${cutTo(room, line)}`);
    },
    end() {
      if (isTerminal && last !== '') stream.write(clear);
    },
  };
}
