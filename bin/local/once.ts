import { isConditionFailure } from '#data/database'

export async function createEntryOnce(entry: { go: () => Promise<unknown> }): Promise<void> {
  await entry.go().catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error
  })
}
