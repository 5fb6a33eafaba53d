/** Not in strong-passwords.ts, which imports the list of common passwords: the sign-in sets it, too. */

/** The server's last answer; strict until there is one. */
let enforced = true

export const areStrongPasswordsEnforced = (): boolean => enforced

export const setStrongPasswordsEnforced = (strong: boolean): void => {
  enforced = strong
}
