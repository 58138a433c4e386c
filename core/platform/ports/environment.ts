/** The environment as the program sees it: process environment over `.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
