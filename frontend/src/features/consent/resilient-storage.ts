/** Fallback for the lifetime of the page. */
const here = new Map<string, string>()

/** Falls back to memory where localStorage is disabled or full. */
export const resilientLocalStorage = {
  read: (key: string): string | null => {
    try {
      return here.get(key) ?? window.localStorage.getItem(key)
    } catch {
      return here.get(key) ?? null
    }
  },
  write: (key: string, text: string): void => {
    try {
      window.localStorage.setItem(key, text)
      here.delete(key)
    } catch {
      here.set(key, text)
    }
  },
}
