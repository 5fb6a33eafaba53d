/** A change of one expression, not applied yet. `line` starts at 1. */
export interface Mutant {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly mutator: string
  readonly replacement: string
}

export interface FolderMutants {
  readonly name: string
  readonly lines: number
  readonly mutants: readonly Mutant[]
}

/** mulberry32: small, and the same numbers on every machine. @returns numbers from 0 (inclusive) to 1 (exclusive) */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * A sample in proportion to each folder's lines, at least one per folder with mutants. Shuffled, so that an interrupted
 * run covers all folders.
 */
export function sampleMutants(folders: readonly FolderMutants[], size: number, seed: number): Mutant[] {
  const random = randomNumbers(seed)
  const lines = folders.reduce((sum, folder) => sum + folder.lines, 0)
  const draw = (mutants: readonly Mutant[], count: number): Mutant[] => {
    const left = [...mutants]
    return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat()
  }
  const chosen = folders.flatMap(({ lines: own, mutants }) =>
    draw(mutants, Math.min(mutants.length, Math.max(1, Math.round((size * own) / lines)))),
  )
  return draw(chosen, chosen.length)
}
