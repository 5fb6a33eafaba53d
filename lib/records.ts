/** The names of a record, typed as what they are. The record must have been written out: it holds these names and no others. */
export const namesOf = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record) as Name[]

/** A record with something made for each name. */
export const recordOf = <Name extends string, Made>(
  names: readonly Name[],
  make: (name: Name) => Made,
): Readonly<Record<Name, Made>> => Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Made>
