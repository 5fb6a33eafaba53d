import { useEffect, useState, type RefObject } from 'react'
import { catalogue } from '#contract/catalogue'
import { formatCents } from '#contract/money'
import { Button } from '../../ui/button.tsx'

/** The line, a little above the middle of the screen, at which a part counts as the one that is read. */
const readingLine = '-45% 0px -54% 0px'

/** Whether a part of the page is being read. Before there is a browser nobody reads. */
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
  /** The part of the page in which no other button to reserve is in sight. */
  readonly reading: RefObject<Element | null>
}

/** On a phone the way to reserve stays at hand between the page's two buttons. */
export function SalesPageBar({ busy, reserve, reading }: SalesPageBarProps) {
  const read = useBeingRead(reading)
  return (
    <div className="sales-bar" hidden={!read}>
      <Button className="button-wide" busy={busy} busyText="Procesando..." onClick={reserve}>
        {`Reservar por ${formatCents(catalogue['primera-consulta'].saleCents)}`}
      </Button>
    </div>
  )
}
