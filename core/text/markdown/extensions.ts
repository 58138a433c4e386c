import type { Options } from 'micromark';
import {
  gfmAutolinkLiteral,
  gfmAutolinkLiteralHtml,
} from 'micromark-extension-gfm-autolink-literal';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';

type Extensions = NonNullable<Options['extensions']>;
export type HtmlExtension = NonNullable<Options['htmlExtensions']>[number];

/** In a wider table short rows are not filled up: the output would grow with the square of the
 * input. */
const widestFilledTable = 64;

const tableHtml = gfmTableHtml();
const tables: HtmlExtension = {
  ...tableHtml,
  enter: {
    ...tableHtml.enter,
    table(token) {
      this.lineEndingIfNeeded();
      this.tag('<div class="table" role="group" aria-label="Table" tabindex="0">');
      tableHtml.enter?.table?.call(this, token);
    },
  },
  exit: {
    ...tableHtml.exit,
    table(token) {
      tableHtml.exit?.table?.call(this, token);
      this.tag('</div>');
    },
    tableRow(token) {
      if ((this.getData('tableAlign')?.length ?? 0) <= widestFilledTable) {
        return tableHtml.exit?.tableRow?.call(this, token);
      }
      this.lineEndingIfNeeded();
      this.tag('</tr>');
    },
  },
};

const tasks: HtmlExtension = {
  enter: {
    taskListCheck() {
      this.tag('<input type="checkbox" disabled');
    },
  },
  exit: {
    taskListCheckValueChecked() {
      this.tag(' checked aria-label="done">');
    },
    taskListCheckValueUnchecked() {
      this.tag(' aria-label="to do">');
    },
  },
};

const kinds: readonly {
  readonly isFor: RegExp;
  readonly syntax: Extensions[number];
  readonly html: HtmlExtension;
}[] = [
  // The end of a cell of a delimiter row.
  { isFor: /-:?[ \t]*(?:\||$)/m, syntax: gfmTable(), html: tables },
  { isFor: /~/, syntax: gfmStrikethrough(), html: gfmStrikethroughHtml() },
  { isFor: /\[[ \txX]\]/, syntax: gfmTaskListItem(), html: tasks },
  {
    isFor: /(?<!\]\(|[<"'=\w])(?:https?:\/\/|www\.)/i,
    syntax: gfmAutolinkLiteral(),
    html: gfmAutolinkLiteralHtml(),
  },
];

/** Only the extensions that the text can use: each one slows the tokenizer down. */
export function extensionsFor(markdown: string): {
  readonly extensions: Extensions;
  readonly htmlExtensions: HtmlExtension[];
} {
  const used = kinds.filter(({ isFor }) => isFor.test(markdown));
  return {
    // Raw HTML becomes text; `<br>` and comments inside a line are handled when they are written.
    extensions: [...used.map(({ syntax }) => syntax), { disable: { null: ['htmlFlow'] } }],
    htmlExtensions: used.map(({ html }) => html),
  };
}
