/** Words before a name in a heading such as `class Command` or `async function open()`. */
const keywords =
  /^(?:(?:export|default|async|static|abstract|public|class|func|function|def|fn|const|let|var|type|interface|struct|enum|trait|method|property|module|package|command|option) +)+(?=\S)/i;
/** A method of Go is named by its receiver's type: `(c *Command) Execute`. */
const receiver = /^\(\w* ?\*?(\w+)\) *(?=\w)/;
const identifier = /^[@$]?-{0,2}[\p{L}_$][\p{L}\p{N}_$./-]*(?=$| *[([<={:])/u;
const maxNameLength = 80;

/** What a text names: the identifier of a signature, else the text itself. */
export function nameIn(text: string): string {
  const bare = text
    .slice(0, 300)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/::|->|#/g, '.');
  const own = bare.replace(keywords, '').replace(receiver, '$1.');
  const name = identifier.exec(own)?.[0] ?? bare;
  return name
    .replace(/[.:]+$/, '')
    .slice(0, maxNameLength)
    .toWellFormed();
}

/** A name with and without what it belongs to: `click.Command.invoke`, `Command.invoke`, `invoke`. */
export function shorterNames(name: string): string[] {
  if (/\s/.test(name)) return [name];
  const parts = name.split('.');
  return parts.map((_, at) => parts.slice(at).join('.')).slice(0, 4);
}

export function nameKey(name: string): string {
  return name.toLowerCase();
}
