/** What only a whole browser can do, gathered in an object so that a test can stand in for it. */
export const browser = {
  /** Leaves the application for another address. */
  leaveFor: (url: string): void => window.location.assign(url),

  /** Loads another page in place of this one, which the way back then skips. */
  replaceWith: (url: string): void => window.location.replace(url),

  /** Opens a small window beside this one, or answers null when the browser does not let it. */
  openBeside: (url: string, name: string): Window | null => window.open(url, name, 'popup,width=480,height=680'),

  /** Closes a window that was opened by another. */
  close: (): void => window.close(),

  /** Opens the printer's dialog for the page as its print styles show it. */
  print: (): void => window.print(),

  /** Gives a text file to keep. */
  download: (name: string, text: string): void => {
    // A telephone offers to put an appointment into its calendar when it is told that it is one.
    const type = name.endsWith('.ics') ? 'text/calendar' : 'text/plain'
    const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
    const link = Object.assign(document.createElement('a'), { href: address, download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  },
}
