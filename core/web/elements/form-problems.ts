/** The server's `field: problem; other: problem`, by field. */
export function problemsOf(detail: string, names: readonly string[]): Map<string, string> {
  const problems = new Map<string, string>();
  for (const part of detail.split('; ')) {
    const match = /^([\w.-]+): (.+)$/s.exec(part);
    const name = match?.[1];
    if (!match || name === undefined || !names.includes(name)) continue;
    problems.set(name, [problems.get(name), match[2]].filter(Boolean).join(' '));
  }
  return problems;
}
