let notices: HTMLElement | undefined
let placesInDialogs: readonly HTMLElement[] = []

const moveNotices = (): void => {
  if (notices) (placesInDialogs.at(-1) ?? document.body).append(notices)
}

/** @returns a function that removes the element */
export function placeNotices(element: HTMLElement): () => void {
  notices = element
  moveNotices()
  return () => {
    notices = undefined
    element.remove()
  }
}

/**
 * While a modal dialog is open notices stand in it: what is outside of it lies below its backdrop, takes no press and is
 * not read out.
 * @param place an empty element of the dialog
 * @returns a function for when it closes
 */
export function placeNoticesInDialog(place: HTMLElement): () => void {
  placesInDialogs = [...placesInDialogs, place]
  moveNotices()
  return () => {
    placesInDialogs = placesInDialogs.filter((other) => other !== place)
    moveNotices()
  }
}
