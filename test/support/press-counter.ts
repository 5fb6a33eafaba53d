import type { Locator, Page } from 'playwright-core'

interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

export interface PressCounter {
  readonly click: (target: Locator, what: string) => Promise<void>
  readonly fill: (target: Locator, text: string) => Promise<void>
  readonly choose: (target: Locator, file: ChosenFile) => Promise<void>
  /** A key, or several held together. */
  readonly press: (keys: string) => Promise<void>
  readonly count: () => number
  readonly print: (title: string) => void
}

/** Counts user actions: a click, a tap, a key chord, or a filled field. Prints the list. */
export function createPressCounter(page: Page): PressCounter {
  const presses: string[] = []
  return {
    click: async (target, what) => {
      await target.click()
      presses.push(`press ${what}`)
    },
    fill: async (target, text) => {
      await target.fill(text)
      presses.push(`type «${text}»`)
    },
    choose: async (target, file) => {
      await target.setInputFiles(file)
      presses.push(`choose «${file.name}»`)
    },
    press: async (keys) => {
      await page.keyboard.press(keys)
      presses.push(`key ${keys}`)
    },
    count: () => presses.length,
    // Printed for passing tests too.
    print: (title) =>
      void process.stdout.write(
        [`${title}: ${presses.length}`, ...presses.map((each, at) => `${at + 1}. ${each}`), ''].join('\n'),
      ),
  }
}
