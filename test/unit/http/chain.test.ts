import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { adds, chain, type Middleware } from '#core/http/middlewares/chain.ts';

type Context = { readonly lantern?: object };
const word = { before: adds(async () => ({ word: 'one' })) };
const length = { before: adds(({ word }: { word: string }) => ({ length: word.length })) };

describe('a chain', () => {
  it('shows the handler what the middlewares add', async () => {
    const handle = chain<string, Context, string>()
      .use(word)
      .use(length)
      .handler((event, context) => `${event} ${context.word} ${context.length}`);
    expect(await handle('an event')).toBe('an event one 3');
  });

  it('accepts a middleware only behind those whose values it needs', async () => {
    const early = chain<string, Context, string>();
    // @ts-expect-error nothing has added a word
    const handle = early.use(length).handler(() => 'not run');
    await expect(handle('an event')).rejects.toThrow('length');
  });

  it('runs what comes before in the listed order, and what comes after in the reverse', async () => {
    const order: string[] = [];
    const named = (name: string): Middleware<Context> => ({
      before: () => void order.push(`before ${name}`),
      after: () => void order.push(`after ${name}`),
      onError: () => void order.push(`error ${name}`),
    });
    const both = chain<boolean, Context, boolean>().use(named('a')).use(named('b'));
    const handle = both.handler(async (isWrong) => {
      if (isWrong) throw new Error('wrong');
      return true;
    });
    await handle(false);
    expect(order.splice(0)).toEqual(['before a', 'before b', 'after b', 'after a']);
    await expect(handle(true)).rejects.toThrow('wrong');
    expect(order).toEqual(['before a', 'before b', 'error b', 'error a']);
  });

  it('keeps calls apart that share a context and run at once', async () => {
    const shared: Context = { lantern: {} };
    const handle = chain<number, Context, number>()
      .use({ before: adds(async (_, event: number) => ({ mine: event })) })
      .handler(async (event, { mine }) => {
        await setTimeout(event);
        return mine;
      });
    expect(await Promise.all([3, 1, 2].map((event) => handle(event, shared)))).toEqual([3, 1, 2]);
    expect(shared).toEqual({ lantern: {} });
  });

  it('lets a call run until the function itself ends, also when little time is left', async () => {
    const handle = chain<number, object, string>().handler(async () => {
      await setTimeout(20);
      return 'done';
    });
    expect(await handle(1, { getRemainingTimeInMillis: () => 6 })).toBe('done');
  });
});
