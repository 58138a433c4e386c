import { validate } from 'dockerfile-utils';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Joins continued lines; removes comments and empty lines. */
export function instructionsOf(dockerfile: string): Instruction[] {
  const lines = dockerfile.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, ' ');
  return joined.split('\n').map((line) => {
    const [, name = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
    return { name: name.toUpperCase(), text };
  });
}

type Rule = (instructions: readonly Instruction[]) => boolean;

const each =
  (name: string, holds: (text: string) => boolean): Rule =>
  (instructions) =>
    instructions.filter((each) => each.name === name).every(({ text }) => holds(text));

/** The rules of the worker image's recipe, besides being well formed. */
const rules: Readonly<Record<string, Rule>> = {
  'every base has a tag that names a version': (instructions) => {
    const stages = new Set<string>();
    const values = new Map(
      instructions
        .filter(({ name }) => name === 'ARG')
        .map(({ text }) => text.split('=') as [string, string]),
    );
    return instructions.every(({ name, text }) => {
      if (name !== 'FROM') return true;
      const [, image = '', stage] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
      const base = image.replace(
        /^\$\{(\w+)\}$/,
        (_, variable: string) => values.get(variable) ?? '',
      );
      const isKnown = stages.has(base) || /:\d[\w.-]*(@sha256:[\da-f]{64})?$/.test(base);
      if (stage !== undefined) stages.add(stage);
      return isKnown;
    });
  },
  'it ends as an ordinary user': (instructions) => {
    const last = instructions.findLastIndex(({ name }) => name === 'USER' || name === 'FROM');
    const { name, text } = instructions[last] ?? { name: '', text: '' };
    return name === 'USER' && !/^(root|0)\b/.test(text);
  },
  'nothing is fetched past a lock file': (instructions) =>
    instructions.every(({ name, text }) => {
      if (name === 'ADD') return false;
      return (
        name !== 'RUN' ||
        !/\b(curl|wget|git clone|npx|npm (i|install|add|update))\b|https?:/.test(text)
      );
    }),
  'scripts of packages run by name only': each(
    'RUN',
    (text) => !/npm ci\b/.test(text) || text.includes('--ignore-scripts'),
  ),
  'apt leaves nothing behind': each(
    'RUN',
    (text) =>
      !text.includes('apt-get install') ||
      (text.includes('--no-install-recommends') && text.includes('rm -rf /var/lib/apt/lists/*')),
  ),
  'it holds no secret': (instructions) =>
    instructions.every(
      ({ name, text }) =>
        !/^(ENV|ARG)$/.test(name) || !/\w*(KEY|TOKEN|SECRET|PASSWORD|_PAT)\b/i.test(text),
    ),
  'its programs show no environment': (instructions) =>
    instructions.some(
      ({ name, text }) => name === 'RUN' && text === 'chmod 711 /usr/bin/tini /usr/local/bin/node',
    ),
  'its first process reaps and passes signals on': (instructions) =>
    instructions.some(
      ({ name, text }) => name === 'ENTRYPOINT' && text.startsWith('["/usr/bin/tini"'),
    ),
};

/** Returns the broken rules. */
export function problemsOf(dockerfile: string): string[] {
  const instructions = instructionsOf(dockerfile);
  const broken = Object.entries(rules).filter(([, holds]) => !holds(instructions));
  return [
    ...validate(dockerfile).map(({ message }) =>
      typeof message === 'string' ? message : message.value,
    ),
    ...broken.map(([name]) => name),
  ];
}
