import useEmblaCarousel from 'embla-carousel-react'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Children, useCallback, useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useCarouselWheel } from './use-carousel-wheel.ts'
import './carousel.css'

const options = {
  loop: true,
  align: 'start',
  breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
} as const

function useCards() {
  const [view, carousel] = useEmblaCarousel(options)
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (!carousel) return undefined
    const strip = carousel.rootNode()
    const cardWidth = carousel.slideNodes()[0]?.offsetWidth ?? 0
    if (strip.scrollLeft > 0 && cardWidth > 0) carousel.scrollTo(Math.round(strip.scrollLeft / cardWidth), true)
    strip.scrollLeft = 0
    const show = () => setShown(carousel.selectedScrollSnap())
    show()
    carousel.on('select', show)
    return () => void carousel.off('select', show)
  }, [carousel])
  const turn = useCallback(
    (forward: boolean) => (forward ? carousel?.scrollNext() : carousel?.scrollPrev()),
    [carousel],
  )
  return { view, carousel, shown, turn }
}

interface CarouselProps {
  readonly label: string
  readonly head: ReactNode
  readonly children: ReactNode
}

/** Before hydration and without script it is a scrolling strip. */
export function Carousel({ label, head, children }: CarouselProps) {
  const { view, carousel, shown, turn } = useCards()
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const cards = Children.toArray(children)
  useCarouselWheel(carousel ? frame : null, cards.length, turn)
  const turnByKey = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') turn(key === 'ArrowRight')
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys add to buttons that do the same
    <div
      className={carousel ? 'carousel carousel-alive' : 'carousel'}
      role="group"
      aria-roledescription="carrusel"
      aria-label={label}
      ref={setFrame}
      onKeyDown={turnByKey}
    >
      <div className="carousel-head">
        {head}
        <div className="carousel-controls">
          <p className="carousel-place" aria-live="polite">
            <span className="visually-hidden">Tarjeta </span>
            {`${shown + 1} `}
            <span className="carousel-of">de {cards.length}</span>
          </p>
          <button type="button" className="carousel-arrow" aria-label="Anterior" onClick={() => turn(false)}>
            <ArrowLeft size={22} aria-hidden="true" />
          </button>
          <button type="button" className="carousel-arrow" aria-label="Siguiente" onClick={() => turn(true)}>
            <ArrowRight size={22} aria-hidden="true" />
          </button>
        </div>
      </div>
      <div className="carousel-view" ref={view}>
        <ul className="carousel-strip">{cards}</ul>
      </div>
    </div>
  )
}
