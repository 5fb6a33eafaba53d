const key = 'password_recovery'

/** Marks that a password reset link is being followed in this tab. */
export const passwordResetFlag = {
  mark: (): void => window.sessionStorage.setItem(key, 'true'),
  isMarked: (): boolean => window.sessionStorage.getItem(key) !== null,
  forget: (): void => window.sessionStorage.removeItem(key),
}
