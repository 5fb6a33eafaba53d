let renewal: Promise<void> | undefined
let finish = (): void => undefined

/**
 * A change of password ends every session, this one too, and another begins for the same person, perhaps after a code. Until
 * then they stay signed in for the page: it waits with what it asks, and what a request says of the old session is no news.
 */
export const sessionRenewal = {
  begin: (): void => {
    renewal ??= new Promise((resolve) => {
      finish = resolve
    })
  },
  isRunning: (): boolean => renewal !== undefined,
  /** Resolves at once while there is none. */
  settled: async (): Promise<void> => renewal,
  end: (): void => {
    renewal = undefined
    finish()
  },
}
