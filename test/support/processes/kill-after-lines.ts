// Preloaded by run-child.ts: the process kills itself after so many lines. A busy parent that kills it
// may come after its end.
const write = process.stdout.write.bind(process.stdout);
let rest = Number(process.env['KILL_AFTER_LINES']);

process.stdout.write = (text: string | Uint8Array): boolean => {
  const isWritten = write(text);
  rest -= text.toString().split('\n').length - 1;
  if (rest <= 0) process.kill(process.pid, 'SIGKILL');
  return isWritten;
};
