import { existsSync } from 'node:fs';

// Work whose module is loaded once the file `go` of its URL exists.
const go = new URL(import.meta.url).searchParams.get('go') ?? '';
while (!existsSync(go));

export default () => 'loaded';
