import { tabStorage } from './browser-storage.ts'

const key = 'password_recovery'

/** Marks that a password reset link is being followed in this tab. */
export const passwordResetFlag = {
  mark: (): void => void tabStorage.write(key, 'true'),
  isMarked: (): boolean => tabStorage.read(key) !== null,
  forget: (): void => tabStorage.remove(key),
}
