/** Variables of the process and of `.env`; the process's win. */
export type Environment = Readonly<Record<string, string | undefined>>;
