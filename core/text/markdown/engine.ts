import { escapeText } from '../escape.ts';
import type { HtmlExtension } from './extensions.ts';
import type { MarkupPieces } from './fast.ts';

/** Replaces the engine's headings, code and raw HTML with ours. */
export function engineMarkup(pieces: MarkupPieces): HtmlExtension {
  let rank = 0;
  let language = '';
  let fences = 0;

  return {
    enter: {
      setextHeading() {
        this.buffer();
        this.setData('slurpAllLineEndings');
      },
      codeFenced() {
        this.lineEndingIfNeeded();
        this.buffer();
        // Highlighting has escaped the code already.
        this.setData('ignoreEncode', true);
        language = '';
        fences = 0;
      },
      htmlText() {
        this.buffer();
      },
      codeIndented() {
        this.lineEndingIfNeeded();
        this.buffer();
        this.setData('ignoreEncode', true);
        language = '';
      },
    },
    exit: {
      atxHeadingSequence(token) {
        if (rank > 0) return;
        rank = this.sliceSerialize(token).length;
        this.lineEndingIfNeeded();
        this.buffer();
      },
      atxHeading() {
        this.tag(pieces.heading(rank, this.resume()));
        rank = 0;
      },
      setextHeadingLineSequence(token) {
        rank = this.sliceSerialize(token).startsWith('=') ? 1 : 2;
      },
      setextHeading() {
        const inner = this.resume();
        this.lineEndingIfNeeded();
        this.tag(pieces.heading(rank, inner));
        this.setData('slurpAllLineEndings');
        rank = 0;
      },
      codeFencedFenceInfo() {
        language = this.resume();
      },
      codeFencedFence() {
        fences += 1;
        if (fences === 1) this.setData('slurpOneLineEnding', true);
      },
      codeFenced() {
        endCode(this);
      },
      codeIndented() {
        endCode(this);
      },
      htmlText(token) {
        const source = this.sliceSerialize(token);
        this.resume();
        if (/^<br\s*\/?>$/i.test(source)) this.tag('<br />');
        else if (!source.startsWith('<!--')) this.raw(escapeText(source));
      },
    },
  };

  function endCode(context: Context): void {
    const text = context.resume();
    context.setData('ignoreEncode');
    context.setData('flowCodeSeenData');
    context.setData('slurpOneLineEnding');
    context.tag(pieces.code(language, text === '' || text.endsWith('\n') ? text : `${text}\n`));
  }
}

type Context = ThisParameterType<NonNullable<NonNullable<HtmlExtension['exit']>['null']>>;
