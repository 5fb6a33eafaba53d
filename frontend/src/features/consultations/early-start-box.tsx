import { useRef, useState, type ReactNode } from 'react'
import { EARLY_START_REQUEST, formatEarlyStartMissingOfPaid } from '#contract/cancellation-sentences'
import type { PurchaseConsents } from '#contract/purchase-consents'
import { CheckboxField } from '../../ui/checkbox-field.tsx'

interface EarlyStartBox {
  readonly box: ReactNode
  /** What goes with the hour: nothing where nothing has to be asked for. */
  readonly given: { readonly consents?: PurchaseConsents }
  /** Before the hour is sent: whether the box is still empty. It says so and gets the focus. */
  readonly isLeftEmpty: () => boolean
}

/**
 * For an hour that is paid already. The tick is stored nowhere: nobody asks for anything by a reload.
 * @param until an hour before this instant needs the express request
 */
export function useEarlyStartBox(startsAt: string | undefined, until: string | null | undefined): EarlyStartBox {
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  if (!startsAt || !until || Date.parse(startsAt) >= Date.parse(until))
    return { box: null, given: {}, isLeftEmpty: () => false }
  return {
    box: (
      <CheckboxField
        ref={box}
        name="consents"
        label={EARLY_START_REQUEST}
        required
        checked={isTicked}
        error={isMissing && !isTicked ? formatEarlyStartMissingOfPaid(until) : undefined}
        onChange={({ target }) => setTicked(target.checked)}
      />
    ),
    given: isTicked ? { consents: { expressRequest: true, acknowledgement: true } } : {},
    isLeftEmpty: () => {
      setMissing(!isTicked)
      if (!isTicked) box.current?.focus()
      return !isTicked
    },
  }
}
