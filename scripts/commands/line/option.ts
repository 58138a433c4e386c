export const flag = (about: string) => ({ type: 'boolean', about }) as const;

export const text = (value: string, about: string) => ({ type: 'string', value, about }) as const;

/** One of some words. */
export const oneOf = (value: string, about: string, choices: readonly string[]) => ({
  ...text(value, about),
  choices,
});

export const number = (name: string, about: string, least = 0, most?: number) => ({
  ...text('<number>', about),
  problem: whole(name, least, most),
});

/** What a whole number must be. */
export function whole(name: string, least: number, most?: number) {
  const end = most === undefined ? '' : ` to ${most}`;
  return (value: string) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= (most ?? Infinity)
      ? undefined
      : `--${name} must be a whole number from ${least}${end}`;
}

export const help = { ...flag('show this help'), short: 'h' } as const;
export const yes = {
  ...flag('skip the confirmation; required without a terminal'),
  short: 'y',
} as const;
