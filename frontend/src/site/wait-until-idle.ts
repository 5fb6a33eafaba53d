const LONGEST_MS = 1000

/** Resolves when the browser is idle, at the latest after a second; at once in Safari, which has no idle callback. */
export const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else resolve()
  })
