let renewal: Promise<void> | undefined
let finish = (): void => undefined

/**
 * A password change ends every session, including this one, and starts a new one, perhaps after a code. Until then the
 * user counts as signed in: requests wait, and refusals of the old session are ignored.
 */
export const sessionRenewal = {
  begin: (): void => {
    renewal ??= new Promise((resolve) => {
      finish = resolve
    })
  },
  isRunning: (): boolean => renewal !== undefined,
  settled: async (): Promise<void> => renewal,
  end: (): void => {
    renewal = undefined
    finish()
  },
}
