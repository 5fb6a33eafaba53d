import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import type { AdminBookingFormState } from './use-admin-booking-form.ts'

/**
 * A press while the client's budgets are loading is kept until they are there. Where one of them includes
 * hours, it has to be pressed again: a free one changes type, length and price, and of one that waits for its payment
 * the practice reads first that this hour does not use it up.
 */
export function useSubmitAfterBudgets({ form, cover, submit }: AdminBookingFormState) {
  const [pressedFor, setPressedFor] = useState<string>()
  const [changedFor, setChangedFor] = useState<string>()
  const customerId = form.watch('customerId')
  const { included, isLoading, error } = cover.offer
  const isPressed = pressedFor === customerId
  const goOn = useEffectEvent(() => {
    setPressedFor(undefined)
    if (!isPressed || error) return
    if (included.length > 0) setChangedFor(customerId)
    else void submit()()
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the press is answered when the budgets are there
    if (pressedFor !== undefined && !isLoading) goOn()
  }, [pressedFor, isLoading])
  return {
    isWaiting: isPressed && isLoading,
    isChanged: changedFor === customerId && included.length > 0,
    onSubmit: (event: FormEvent) => {
      setChangedFor(undefined)
      if (isLoading) setPressedFor(customerId)
      else void submit()(event)
    },
  }
}
