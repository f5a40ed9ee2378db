/** Groups items by key. The groups and their items keep their original order. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key) {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const alike = groups.get(key)
    if (alike) alike.push(item)
    else groups.set(key, [item])
  }
  return groups
}
