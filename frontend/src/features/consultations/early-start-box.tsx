import { useRef, useState, type ReactNode } from 'react'
import { EARLY_START_REQUEST, formatMissingEarlyStartAfterPayment } from '#contract/rules-before-paying'
import type { PurchaseConsents } from '#contract/purchase-consents'
import { hasApiErrorCode } from '../../api/api-error.ts'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { pageRefusalMessages } from '../../ui/page-refusal-messages.ts'

interface EarlyStartBox {
  readonly box: ReactNode
  /** Empty where no consent is needed. */
  readonly given: { readonly consents?: PurchaseConsents }
  /** Call before sending: returns whether a required box is unticked, shows the error and focuses it. */
  readonly isLeftEmpty: () => boolean
}

function useIsHourRefused(startsAt: string | undefined, refusal: unknown): boolean {
  const [last, setLast] = useState<{ readonly refusal: unknown; readonly startsAt: string | undefined }>()
  const isNew = hasApiErrorCode(refusal, 'early-start-required') && last?.refusal !== refusal
  if (isNew) setLast({ refusal, startsAt })
  return last !== undefined && last.startsAt === startsAt
}

/**
 * For a paid hour. The tick is not stored in drafts, because the consent must be express.
 * @param until hours before this instant need the express request
 * @param refusal error of the last submission: the server also asks where `until` is unknown here
 * @param missing error text of an unticked box
 */
export function useEarlyStartBox(
  startsAt: string | undefined,
  until: string | null | undefined,
  refusal: unknown,
  missing: (until: string) => string = formatMissingEarlyStartAfterPayment,
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
