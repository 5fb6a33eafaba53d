export const findLatest = <Item>(opened: Item, latest: readonly Item[], idOf: (item: Item) => string): Item =>
  latest.find((each) => idOf(each) === idOf(opened)) ?? opened
