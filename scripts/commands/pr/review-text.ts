import { readMarker, severities, withoutMarker } from '#core/review/severity.ts';
import type { ReviewComment } from '#core/review/comments/read-comments.ts';
import { count } from '#core/text/count.ts';
import { plain } from '../line/plain.ts';
import { paint, type Shell } from '../line/shell.ts';

const colors = { critical: 'red', warning: 'yellow', suggestion: 'cyan' } as const;

/** A review for people, the most severe comments first. */
export function reviewText(
  { stdout }: Pick<Shell, 'stdout'>,
  comments: readonly ReviewComment[],
): string {
  const parts = severities.flatMap((severity) => {
    const own = comments.filter(({ body }) => readMarker(body).severity === severity);
    return own.map(({ path, line, body }) => {
      const [title = '', ...rest] = plain(withoutMarker(body)).split('\n');
      const place = paint(stdout, 'bold', plain(`${path}:${line}`));
      const text = rest
        .join('\n')
        .trim()
        .replace(/^(?=.)/gm, '  ');
      const head = `${place}  ${paint(stdout, colors[severity], severity)}  ${title.trim()}`;
      return { severity, text: `${head}\n${text && `\n${text}\n`}\n` };
    });
  });
  const counts = severities.flatMap((severity) => {
    const own = parts.filter((part) => part.severity === severity).length;
    return own > 0 ? `${own} ${severity}` : [];
  });
  const total = count(parts.length, 'comment');
  return `${parts.map(({ text }) => text).join('')}${total}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}\n`;
}
