/** Runs for each element once it is about to be seen: most of a long page never is. */
export function whenNear<Item extends Element>(
  items: Iterable<Item>,
  run: (item: Item) => void,
): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        run(target as Item);
      }
    },
    { rootMargin: '600px 0px' },
  );
  for (const item of items) observer.observe(item);
}
