const written =
  /\.(?:[cm]?[jt]sx?|py|pyx|go|rs|java|kts?|scala|rb|php|cs|fs|vb|c|h|cc|cpp|hpp|mm?|swift|dart|lua|r|jl|exs?|erl|cljs?|hs|ml|sh|ps1|sql|vue|svelte|proto|graphql|tf|nix|md|mdx|rst|adoc)$/i;
const notDocumented =
  /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures?|vendor|third_party|examples?|dist|build|migrations|i18n|locales?)\/|[._-](?:test|spec)\.\w+$|_test\.\w+$|(?:^|\/)test_[^/]*$|\.(?:min\.js|d\.ts|pb\.go)$/i;

/** How much there is to say, by the files that people write and that a documentation is about. */
export function pageBudget(files: readonly string[]): string {
  const count = files.filter((path) => written.test(path) && !notDocumented.test(path)).length;
  if (count <= 12) return 'It is small: 2 to 6 pages in all.';
  if (count <= 60) return 'Between 6 and 14 pages in all.';
  if (count <= 250) return 'Between 10 and 24 pages in all.';
  if (count <= 1_000) return 'Between 16 and 36 pages in all.';
  return 'Between 24 and 60 pages in all.';
}
