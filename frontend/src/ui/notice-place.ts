let notices: HTMLElement | undefined
let placesInDialogs: readonly HTMLElement[] = []

const moveNotices = (): void => {
  if (notices) (placesInDialogs.at(-1) ?? document.body).append(notices)
}

export function placeNotices(element: HTMLElement): () => void {
  notices = element
  moveNotices()
  return () => {
    notices = undefined
    element.remove()
  }
}

/**
 * A modal dialog makes everything outside inert: it cannot be pressed and is not read out. Notices are therefore
 * rendered inside the open dialog.
 * @param place an empty element of the dialog
 * @returns a function to call when it closes
 */
export function placeNoticesInDialog(place: HTMLElement): () => void {
  placesInDialogs = [...placesInDialogs, place]
  moveNotices()
  return () => {
    placesInDialogs = placesInDialogs.filter((other) => other !== place)
    moveNotices()
  }
}
