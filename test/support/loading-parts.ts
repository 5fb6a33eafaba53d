import type { Page } from 'playwright-core'

export const waitUntilLoaded = (page: Page): Promise<void> =>
  page
    .getByText(/^(Abriendo|Buscando|Calculando|Cargando|Comprobando|Contando|Leyendo|Mirando).*\.\.\.$/)
    .first()
    .waitFor({ state: 'detached' })
