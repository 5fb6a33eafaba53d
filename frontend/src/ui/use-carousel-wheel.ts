import { useEffect } from 'react'
import { initialCarouselWheelState, startCarouselWheelDelay, applyCarouselWheelTurn } from './carousel-wheel-state.ts'

/** For mice that report lines: the usual three lines make 120 units. */
const unitsPerLine = 40
const unitsPerPage = 800

const toWheelUnits = ({ deltaY, deltaMode }: WheelEvent): number => {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * unitsPerLine
  return deltaMode === WheelEvent.DOM_DELTA_PAGE ? deltaY * unitsPerPage : deltaY
}

export function useCarouselWheel(element: HTMLElement | null, cards: number, turn: (forward: boolean) => void): void {
  useEffect(() => {
    if (!element) return undefined
    let hold = initialCarouselWheelState
    const point = ({ pointerType, timeStamp }: PointerEvent) => {
      if (pointerType === 'mouse') hold = startCarouselWheelDelay(hold, timeStamp)
    }
    const leave = () => {
      hold = initialCarouselWheelState
    }
    const wheel = (event: WheelEvent) => {
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (event.ctrlKey || sideways) return
      const next = applyCarouselWheelTurn(hold, { delta: toWheelUnits(event), now: event.timeStamp, cards })
      hold = next.hold
      if (next.held) event.preventDefault()
      for (let left = Math.abs(next.turns); left > 0; left -= 1) turn(next.turns > 0)
    }
    element.addEventListener('pointermove', point)
    element.addEventListener('pointerleave', leave)
    // Not passive, because it may prevent scrolling.
    element.addEventListener('wheel', wheel, { passive: false })
    return () => {
      element.removeEventListener('pointermove', point)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('wheel', wheel)
    }
  }, [element, cards, turn])
}
