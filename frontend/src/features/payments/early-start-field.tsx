import { EARLY_START_REQUEST, formatMissingEarlyStart } from '#contract/rules-before-paying'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { EARLY_START_INPUT, tickEarlyStart, useEarlyStart, useIsEarlyStart } from './early-start.ts'
import { type HeldSlot, useHeldSlot } from './held-slot-store.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

export function EarlyStartField() {
  const held = useHeldSlot()
  const isEarly = useIsEarlyStart(held?.startsAt)
  return held && isEarly ? <Box held={held} /> : null
}

function Box({ held }: { readonly held: HeldSlot }) {
  const isHeld = useSecondsLeft(held.endsAtMs) > 0
  const { isTicked, isMissing } = useEarlyStart()
  return (
    isHeld && (
      <CheckboxField
        name={EARLY_START_INPUT}
        label={EARLY_START_REQUEST}
        required
        checked={isTicked}
        error={isMissing ? formatMissingEarlyStart(getServerNow().toISOString()) : undefined}
        onChange={({ target }) => tickEarlyStart(target.checked)}
      />
    )
  )
}
