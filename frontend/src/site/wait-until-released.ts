const RELEASED_BY = ['pointerup', 'pointercancel', 'keyup']
const LONGEST_MS = 10_000

/** A press that begins on one button and ends on its replacement is a click on neither. */
export const waitUntilReleased = (place: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    if (!place.querySelector(':active')) {
      resolve()
      return
    }
    const goOn = () => {
      for (const sign of RELEASED_BY) document.removeEventListener(sign, goOn, true)
      clearTimeout(timer)
      // The click event comes after the event that ends the press.
      setTimeout(resolve)
    }
    const timer = setTimeout(goOn, LONGEST_MS)
    for (const sign of RELEASED_BY) document.addEventListener(sign, goOn, true)
  })
