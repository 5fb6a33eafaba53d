import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { productCatalogue } from '#contract/product-catalogue'
import { Button } from '../../ui/button.tsx'
import { BookingSection } from './booking-section.tsx'
import { useHeldSlot } from './held-slot-store.ts'
import { dropHeldSlot } from './release-slot.ts'
import type { SlotPickerProps } from './slot-picker.tsx'
import { SlotRules } from './slot-rules.tsx'

function focusWhatFollows(section: HTMLElement | null): void {
  const controls = [...document.querySelectorAll<HTMLElement>('form input, form button')]
  const isAfter = (control: HTMLElement) =>
    section !== null &&
    !section.contains(control) &&
    (section.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  controls.find(isAfter)?.focus()
}

export function PurchaseSlot({
  amountCents = productCatalogue['primera-consulta'].saleCents,
}: Pick<SlotPickerProps, 'amountCents'>) {
  const held = useHeldSlot()
  const [isOpen, setOpen] = useState(false)
  // Visitors who arrive with an hour see the form instead of the list of hours.
  const [isUnfolded, setUnfolded] = useState(false)
  const section = useRef<HTMLElement>(null)
  const unfold = isOpen || isUnfolded ? undefined : () => setUnfolded(true)
  const fold = () => {
    setOpen(false)
    setUnfolded(false)
  }
  const close = () => {
    dropHeldSlot()
    fold()
  }
  const goOn = () => {
    // Before focusing, because folding the hours moves the target.
    flushSync(fold)
    focusWhatFollows(section.current)
  }
  if (!isOpen && !held)
    return (
      <div className="purchase-slot-closed">
        <p>
          <strong>¿Qué día te viene bien?</strong> Puedes elegir la hora ahora o después de pagar.
        </p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Elegir día y hora
        </Button>
        <SlotRules amountCents={amountCents} />
      </div>
    )
  return (
    <section ref={section} className="purchase-slot" aria-labelledby="purchase-slot-title">
      <h2 id="purchase-slot-title">{unfold ? 'Tu hora' : 'Elige tu hora'}</h2>
      <BookingSection onLater={close} goOn={goOn} amountCents={amountCents} unfold={unfold} />
    </section>
  )
}
