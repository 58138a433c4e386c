import { Failure } from '#core/platform/failure.ts';

/** In place of commands that need Lantern's folder: stores, helper processes, AWS. */
function refuse(): never {
  const message =
    "lantern.mjs does not have this command: run it in Lantern's folder, or ask a server";
  throw new Failure('invalid', 'left_out', message);
}

export {
  refuse as check,
  refuse as dead,
  refuse as doctor,
  refuse as localSource,
  refuse as push,
  refuse as replay,
};
