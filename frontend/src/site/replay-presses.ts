import { findReplacementElement } from './replacement-element.ts'

/**
 * Replays the recorded presses after hydration, each after the effects of the one before are rendered; a button
 * disabled by then is skipped.
 */
export function replayCapturedPresses(): void {
  for (const button of window.keptPresses ?? []) {
    setTimeout(() => {
      delete button.dataset['kept']
      findReplacementElement(button)?.click()
    })
  }
}
