export interface ChipLimits {
  /** The most chips, and the most characters of each. */
  readonly maxCount: number
  readonly maxLength: number
}

export const sameChip = (one: string) => (other: string) =>
  one.toLocaleLowerCase('es') === other.toLocaleLowerCase('es')

/** What is written, as new entries of a list: all of them, and those for which the list has room. */
export function newChips(chips: readonly string[], written: string, { maxCount, maxLength }: ChipLimits) {
  const added: string[] = []
  for (const one of written.split(/[;\n]/).map((part) => part.trim().slice(0, maxLength))) {
    if (one && ![...chips, ...added].some(sameChip(one))) added.push(one)
  }
  return { added, room: added.slice(0, maxCount - chips.length) }
}
