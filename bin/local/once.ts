import { conditionFailed } from '../../functions/data/data.ts'

/** Ignores an entry that already exists. */
export async function once(entry: { go: () => Promise<unknown> }): Promise<void> {
  await entry.go().catch((error: unknown) => {
    if (!conditionFailed(error)) throw error
  })
}
