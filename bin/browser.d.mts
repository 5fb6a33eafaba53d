/** Path of a Chrome or Chromium; undefined when none can be had. */
export function findBrowser(): string | undefined
