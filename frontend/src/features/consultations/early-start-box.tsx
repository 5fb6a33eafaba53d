import { useRef, useState, type ReactNode } from 'react'
import { EARLY_START_REQUEST, formatEarlyStartMissingOfPaid } from '#contract/rules-before-paying'
import type { PurchaseConsents } from '#contract/purchase-consents'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { pageRefusalMessages } from '../../ui/page-refusal-messages.ts'

interface EarlyStartBox {
  readonly box: ReactNode
  /** Sent with the hour; empty where no consent is needed. */
  readonly given: { readonly consents?: PurchaseConsents }
  /** Before the hour is sent: whether the box is still empty. It says so and gets the focus. */
  readonly isLeftEmpty: () => boolean
}

/** Whether the server has asked for this hour: also once the next sending has replaced its refusal. */
function useIsHourRefused(startsAt: string | undefined, refusal: unknown): boolean {
  const [last, setLast] = useState<{ readonly refusal: unknown; readonly startsAt: string | undefined }>()
  const isNew = hasApiErrorCode(refusal, 'early-start-required') && last?.refusal !== refusal
  if (isNew) setLast({ refusal, startsAt })
  return last !== undefined && last.startsAt === startsAt
}

/**
 * For an hour that is paid already. The tick is stored nowhere: nobody asks for anything by a reload.
 * @param until an hour before this instant needs the express request
 * @param refusal of the last sending: the server asks also where `until` is not known here
 * @param missing what is said of an empty box
 */
export function useEarlyStartBox(
  startsAt: string | undefined,
  until: string | null | undefined,
  refusal: unknown,
  missing: (until: string) => string = formatEarlyStartMissingOfPaid,
): EarlyStartBox {
  const [isTicked, setTicked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const isRequired = useIsHourRefused(startsAt, refusal)
  const isKnown = until && startsAt && Date.parse(startsAt) < Date.parse(until)
  if (!startsAt || !(isKnown || isRequired)) return { box: null, given: {}, isLeftEmpty: () => false }
  const sentence = isKnown ? missing(until) : pageRefusalMessages['early-start-required']
  return {
    box: (
      <CheckboxField
        ref={box}
        name="consents"
        label={EARLY_START_REQUEST}
        required
        checked={isTicked}
        error={(isMissing || isRequired) && !isTicked ? sentence : undefined}
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
