/** What only a whole browser can do, gathered in an object so that a test can stand in for it. */
export const browser = {
  /** Leaves the application for another address. */
  leaveFor: (url: string): void => window.location.assign(url),
}
