const LONGEST_MS = 1000

/** Until the browser has drawn what there is to draw, or for a second. At once where it cannot tell (Safari). */
export const waitUntilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: LONGEST_MS })
    else resolve()
  })
