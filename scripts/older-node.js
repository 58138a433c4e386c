// What the command line uses and Node 20 lacks. Plain JavaScript, bundled before everything else.
/* global URL */
URL.parse ??= (...words) => (URL.canParse(...words) ? new URL(...words) : null);

Promise.withResolvers ??= () => {
  const parts = {};
  const promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { promise, ...parts };
};

Array.fromAsync ??= async (items) => {
  const list = [];
  for await (const each of items) list.push(each);
  return list;
};

Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const each of items) {
    const key = keyOf(each);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return groups;
};
