import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import type { AdminBookingFormState } from './use-admin-booking-form.ts'

/**
 * A press while the client's budgets are loading is kept until they are there. Where one of them includes the hour,
 * which changes type, length and price, it has to be pressed again; so where hours wait for their payment, of which the
 * practice reads first that this one does not use them up.
 */
export function useSubmitAfterBudgets({ form, cover, submit }: AdminBookingFormState) {
  const [pressedFor, setPressedFor] = useState<string>()
  const [changedFor, setChangedFor] = useState<string>()
  const customerId = form.watch('customerId')
  const { included, isLoading, error } = cover.offer
  const isToRead = cover.chosen !== undefined || included.some(({ consultations }) => consultations.free === 0)
  const isPressed = pressedFor === customerId
  const goOn = useEffectEvent(() => {
    setPressedFor(undefined)
    if (!isPressed || error) return
    if (isToRead) setChangedFor(customerId)
    else void submit()()
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the press is answered when the budgets are there
    if (pressedFor !== undefined && !isLoading) goOn()
  }, [pressedFor, isLoading])
  return {
    isWaiting: isPressed && isLoading,
    isChanged: changedFor === customerId && isToRead,
    onSubmit: (event: FormEvent) => {
      setChangedFor(undefined)
      if (isLoading) setPressedFor(customerId)
      else void submit()(event)
    },
  }
}
