import type { Page } from 'playwright-core'

export const waitUntilLoaded = (page: Page): Promise<void> =>
  page
    .getByText(/^(Cargando|Mirando|Comprobando)/)
    .first()
    .waitFor({ state: 'detached' })
