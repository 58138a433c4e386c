// Loaded before every program of ours. Plain JavaScript: an older Node cannot read TypeScript.
import process from 'node:process';

const neededMajor = 24;

if (Number(process.versions.node.split('.')[0]) < neededMajor) {
  process.stderr.write(
    `Lantern needs Node ${neededMajor} or newer; this is ${process.version}. Run "npm ci", which ` +
      'brings it for Linux and macOS, or install it from your system.\n',
  );
  process.exit(1);
}
