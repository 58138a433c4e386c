/** Whether a line seems to be a tool's call or result without a word of text. Only parsing tells: a
 * summary records whether it holds for a whole file. */
export function isToolLine(line: { includes(text: string): boolean }): boolean {
  return line.includes('"type":"tool_') && !line.includes('"type":"text"');
}
