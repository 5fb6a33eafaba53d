import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BookingSection } from './booking-section.tsx'
import { useHeldSlot } from './held-slot-store.ts'
import { dropHeldSlot } from './release-slot.ts'
import type { SlotPickerProps } from './slot-picker.tsx'

/** The hour on `/comprar`: the form pays it, with or without one. */
export function PurchaseSlot({ amountCents }: Pick<SlotPickerProps, 'amountCents'>) {
  const held = useHeldSlot()
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    dropHeldSlot()
    setOpen(false)
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
      </div>
    )
  return (
    <section className="purchase-slot" aria-labelledby="purchase-slot-title">
      <h2 id="purchase-slot-title">Elige tu hora</h2>
      <BookingSection onLater={close} amountCents={amountCents} />
    </section>
  )
}
