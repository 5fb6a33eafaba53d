import { conditionFailed } from '../../functions/data/data.ts'

/** Adds an entry that is written once; where it is there already it stays. */
export async function once(entry: { go: () => Promise<unknown> }): Promise<void> {
  await entry.go().catch((error: unknown) => {
    if (!conditionFailed(error)) throw error
  })
}
