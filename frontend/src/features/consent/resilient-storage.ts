import { sharedStorage } from '../../api/browser-storage.ts'

const here = new Map<string, string>()

export const resilientLocalStorage = {
  read: (key: string): string | null => here.get(key) ?? sharedStorage.read(key),
  write: (key: string, text: string): void => {
    if (sharedStorage.write(key, text)) here.delete(key)
    else here.set(key, text)
  },
}
