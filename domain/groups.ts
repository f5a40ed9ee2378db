/** Items by a key, in the order in which each key and each item comes first. */
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
