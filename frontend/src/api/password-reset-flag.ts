import { tabStorage } from './browser-storage.ts'

const key = 'password_recovery'

export const passwordResetFlag = {
  mark: (): void => void tabStorage.write(key, 'true'),
  isMarked: (): boolean => tabStorage.read(key) !== null,
  forget: (): void => tabStorage.remove(key),
}
