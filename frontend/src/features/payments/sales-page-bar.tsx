import { useEffect, useState, type RefObject } from 'react'
import { productCatalogue } from '#contract/product-catalogue'
import { formatCents } from '#contract/money'
import { Button } from '../../ui/button.tsx'
import { useHeldSlot } from './held-slot-store.ts'

/** A section counts as read when it crosses this line, a little above the middle of the screen. */
const readingLine = '-45% 0px -54% 0px'

function useBeingRead(part: RefObject<Element | null>): boolean {
  const [read, setRead] = useState(false)
  useEffect(() => {
    if (!part.current || !('IntersectionObserver' in window)) return undefined
    const observer = new IntersectionObserver(
      (entries) => setRead(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: readingLine },
    )
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [part])
  return read
}

interface SalesPageBarProps {
  readonly busy: boolean
  readonly reserve: () => void
  readonly reading: RefObject<Element | null>
}

export function SalesPageBookingBar({ busy, reserve, reading }: SalesPageBarProps) {
  const read = useBeingRead(reading)
  // The held hour has its own bar.
  const isHeld = useHeldSlot() !== undefined
  return (
    <div className="sales-bar" hidden={!read || isHeld}>
      <Button className="button-wide" busy={busy} busyText="Procesando..." onClick={reserve}>
        {`Reservar por ${formatCents(productCatalogue['primera-consulta'].saleCents)}`}
      </Button>
    </div>
  )
}
