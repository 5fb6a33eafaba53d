/** Only for literal records, which have no other keys. */
export const listRecordKeys = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record) as Name[]

export const createRecordFromKeys = <Name extends string, Made>(
  names: readonly Name[],
  make: (name: Name) => Made,
): Readonly<Record<Name, Made>> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Made>
