const RELEASED_BY = ['pointerup', 'pointercancel', 'keyup']
/** After which it is drawn all the same. */
const LONGEST_MS = 10_000

/**
 * Until nothing in `place` is held down any more, by the mouse or by the space bar. A press that begins on one button and ends
 * on the one drawn in its place is a click on neither.
 */
export const waitUntilReleased = (place: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    if (!place.querySelector(':active')) {
      resolve()
      return
    }
    const goOn = () => {
      for (const sign of RELEASED_BY) document.removeEventListener(sign, goOn, true)
      clearTimeout(timer)
      // The click follows the event that ends the press.
      setTimeout(resolve)
    }
    const timer = setTimeout(goOn, LONGEST_MS)
    for (const sign of RELEASED_BY) document.addEventListener(sign, goOn, true)
  })
