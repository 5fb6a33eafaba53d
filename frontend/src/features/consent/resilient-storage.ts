import { sharedStorage } from '../../api/browser-storage.ts'

/** Fallback for the lifetime of the page. */
const here = new Map<string, string>()

/** Falls back to memory where localStorage is disabled or full. */
export const resilientLocalStorage = {
  read: (key: string): string | null => here.get(key) ?? sharedStorage.read(key),
  write: (key: string, text: string): void => {
    if (sharedStorage.write(key, text)) here.delete(key)
    else here.set(key, text)
  },
}
