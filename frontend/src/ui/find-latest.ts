/** The item as the list has it now, or as it was opened where it has gone from the list. */
export const findLatest = <Item>(opened: Item, latest: readonly Item[], idOf: (item: Item) => string): Item =>
  latest.find((each) => idOf(each) === idOf(opened)) ?? opened
