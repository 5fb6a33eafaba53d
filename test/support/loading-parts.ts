import type { Page } from 'playwright-core'

/** Waits until no part of the page says that it is loading. */
export const waitUntilLoaded = (page: Page): Promise<void> =>
  page
    .getByText(/^(Cargando|Mirando|Comprobando)/)
    .first()
    .waitFor({ state: 'detached' })
