const key = 'password_recovery'

/** Marks that somebody follows a link to a new password, so that the page for it shows itself. */
export const passwordRecovery = {
  mark: (): void => window.sessionStorage.setItem(key, 'true'),
  isMarked: (): boolean => window.sessionStorage.getItem(key) !== null,
  forget: (): void => window.sessionStorage.removeItem(key),
}
