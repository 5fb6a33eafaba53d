import { useEffect, useRef, useState } from 'react'
import { useHeldSlot } from './held-slot-store.ts'
import type { SlotPickerProps } from './slot-picker.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './booking-section.css'

const SlotPicker = lazy(async () => ({ default: (await import('./slot-picker.tsx')).SlotPicker }))

/** Larger than a flick scrolls while the code loads. */
const NEAR = '800px 0px'

function useIsNear() {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, isNear }
}

const Waiting = () => (
  <p className="booking-waiting" role="status">
    Buscando horas libres...
  </p>
)

export function BookingSection(picker: SlotPickerProps) {
  const { element, isNear } = useIsNear()
  const held = useHeldSlot()
  return (
    <div ref={element} className="booking">
      {isNear || held ? (
        <WhileLoading show={<Waiting />}>
          <SlotPicker {...picker} />
        </WhileLoading>
      ) : (
        <Waiting />
      )}
    </div>
  )
}
