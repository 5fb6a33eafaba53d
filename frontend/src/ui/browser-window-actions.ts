function toMediaType(name: string): string {
  if (name.endsWith('.pdf')) return 'application/pdf'
  // With this media type a phone offers to add the appointment to its calendar.
  return `${name.endsWith('.ics') ? 'text/calendar' : 'text/plain'};charset=utf-8`
}

/** Browser functions that jsdom lacks, in an object so that tests can replace them. */
export const browserWindowActions = {
  leaveFor: (url: string): void => window.location.assign(url),

  replaceWith: (url: string): void => window.location.replace(url),

  openPopup: (url: string, name: string): Window | null => window.open(url, name, 'popup,width=480,height=680'),

  close: (): void => window.close(),

  print: (): void => window.print(),

  download: (name: string, content: string | Uint8Array<ArrayBuffer>): void => {
    const address = URL.createObjectURL(new Blob([content], { type: toMediaType(name) }))
    const link = Object.assign(document.createElement('a'), { href: address, download: name })
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  },
}
