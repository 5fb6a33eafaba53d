/**
 * Storage that never throws: access throws where site data is blocked, a write where the storage is full. Values that
 * could not be stored read as missing.
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
    readJson: (key: string): unknown => tryTo((storage) => JSON.parse(storage.getItem(key) ?? 'null')),
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

export const sharedStorage = guard(() => window.localStorage)
export const tabStorage = guard(() => window.sessionStorage)
