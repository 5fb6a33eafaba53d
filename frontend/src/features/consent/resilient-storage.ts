/** What could not be kept in the browser lasts as long as the page. */
const here = new Map<string, string>()

/** The browser's storage; where it is switched off or full, a page behaves alike until it is left. */
export const resilientStorage = {
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
