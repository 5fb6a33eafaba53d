/**
 * Storage that may be refused: where somebody blocks the data of sites, the mere look at it throws, and where it is full, a
 * write. Here nothing throws: what is not kept is read as missing.
 */
const guard = (open: () => Storage) => {
  const tryTo = <Result>(work: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return work(open())
    } catch {
      return otherwise
    }
  }
  return {
    read: (key: string): string | null => tryTo((storage) => storage.getItem(key), null),
    /** Undefined when it is missing, or no JSON. */
    readJson: (key: string): unknown => tryTo((storage) => JSON.parse(storage.getItem(key) ?? 'null') ?? undefined, undefined),
    /** @returns whether it is kept */
    write: (key: string, text: string): boolean =>
      tryTo((storage) => {
        storage.setItem(key, text)
        return true
      }, false),
    remove: (key: string): void => tryTo((storage) => storage.removeItem(key), undefined),
    keys: (): readonly string[] => tryTo((storage) => Object.keys(storage), []),
  }
}

export type BrowserStorage = ReturnType<typeof guard>

/** Of all tabs. */
export const sharedStorage = guard(() => window.localStorage)
/** Of this tab. */
export const tabStorage = guard(() => window.sessionStorage)
