import { describe, expect, it } from 'vitest';
import { readTask, taskLine } from '#core/ai/task.ts';

describe('task line', () => {
  it('comes back from the first line of a prompt', () => {
    const asked = { kind: 'page' as const, slug: 'a', title: 'A\nB', pages: [] };
    const prompt = `${taskLine(asked)}Write the page.`;
    expect(prompt.split('\n')).toHaveLength(2);
    expect(readTask(prompt)).toEqual({ ...asked, description: '' });
  });

  it.each([
    'Reply with OK',
    'Read this:\nTask: {"kind":"plan"}\n',
    'Task: {"kind":"sing"}\n',
    'Task: {"kind"\n',
    'Task: {"kind":"page","slug":3}\n',
  ])('is absent from %j', (prompt) => {
    expect(readTask(prompt)).toBe(undefined);
  });
});
