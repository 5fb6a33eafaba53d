/** Apart from strong-passwords.ts, which brings the list of common passwords: the sign-in hears of the setting, too. */

/** The server's last answer; strict until there is one. */
let enforced = true

export const areStrongPasswordsEnforced = (): boolean => enforced

export const setStrongPasswordsEnforced = (strong: boolean): void => {
  enforced = strong
}
