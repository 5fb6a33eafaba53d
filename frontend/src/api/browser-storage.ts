/**
 * Storage that may be refused: where somebody blocks the data of sites, the mere look at it throws, and where it is full, a
 * write. Here nothing throws: what is not kept is read as missing.
 */
function guard(open: () => Storage) {
  function tryTo<Result>(work: (storage: Storage) => Result): Result | undefined {
    try {
      return work(open())
    } catch {
      return undefined
    }
  }
  return {
    read: (key: string): string | null => tryTo((storage) => storage.getItem(key)) ?? null,
    /** Null or undefined when it is missing, or no JSON. */
    readJson: (key: string): unknown => tryTo((storage) => JSON.parse(storage.getItem(key) ?? 'null')),
    /** @returns whether it is kept */
    write: (key: string, text: string): boolean =>
      tryTo((storage) => {
        storage.setItem(key, text)
        return true
      }) ?? false,
    remove: (key: string): void => tryTo((storage) => storage.removeItem(key)),
    keys: (): readonly string[] => tryTo(Object.keys) ?? [],
  }
}

export type BrowserStorage = ReturnType<typeof guard>

/** Of all tabs. */
export const sharedStorage = guard(() => window.localStorage)
/** Of this tab. */
export const tabStorage = guard(() => window.sessionStorage)
