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
      : `--${name} is a whole number from ${least}${end}`;
}

export const help = { ...flag('show this'), short: 'h' } as const;
export const yes = {
  ...flag('do not ask; needed where no terminal can answer'),
  short: 'y',
} as const;
