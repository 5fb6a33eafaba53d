/** The latest link of each style sheet that could not be downloaded, by address. */
const failedLinks = new Map<string, HTMLLinkElement>()

function noteFailure({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.set(target.href, target)
}

export const recordFailedStyleSheets = (): void => document.addEventListener('error', noteFailure, true)

const downloadAgain = (failed: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    const link = failed.cloneNode() as HTMLLinkElement
    link.addEventListener('load', () => {
      failedLinks.delete(link.href)
      resolve()
    })
    link.addEventListener('error', () => resolve())
    failed.replaceWith(link)
  })

let downloading: Promise<unknown> | undefined

function downloadFailedOnes(): Promise<unknown> {
  downloading ??= Promise.all([...failedLinks.values()].map(downloadAgain)).finally(() => {
    downloading = undefined
  })
  return downloading
}

/**
 * Vite asks for each style sheet once: after a failure it would leave a component without its style until the page is
 * loaded anew. So each download of a component repeats those that failed before. It fails only without one that
 * failed together with it: another may be missing for good, as one that a filter of the browser blocks.
 */
export function repeatingFailedStyleSheets<Module>(download: () => Promise<Module>): () => Promise<Module> {
  const needed = new Set<string>()
  return async () => {
    const failedBefore = new Set(failedLinks.keys())
    try {
      const [module] = await Promise.all([download(), downloadFailedOnes()])
      for (const href of needed) if (failedLinks.has(href)) throw new Error(`${href} could not be downloaded`)
      return module
    } catch (error) {
      for (const href of failedLinks.keys()) if (!failedBefore.has(href)) needed.add(href)
      throw error
    }
  }
}
