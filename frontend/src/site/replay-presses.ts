import { replacementOf } from './replacement-element.ts'

/**
 * Presses the buttons that were pressed before the page was alive. Each waits until what came before it is drawn: a
 * button that is disabled by then is not pressed.
 */
export function replayPresses(): void {
  for (const button of window.keptPresses ?? []) {
    setTimeout(() => {
      delete button.dataset['kept']
      replacementOf(button)?.click()
    })
  }
}
