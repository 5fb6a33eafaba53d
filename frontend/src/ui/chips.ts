export interface ChipInputLimits {
  readonly maxCount: number
  readonly maxLength: number
}

export const isSameChip = (one: string) => (other: string) =>
  one.toLocaleLowerCase('es') === other.toLocaleLowerCase('es')

export function parseNewChips(chips: readonly string[], written: string, { maxCount, maxLength }: ChipInputLimits) {
  const added: string[] = []
  for (const one of written.split(/[;\n]/).map((part) => part.trim().slice(0, maxLength))) {
    if (one && ![...chips, ...added].some(isSameChip(one))) added.push(one)
  }
  return { added, room: added.slice(0, maxCount - chips.length) }
}
