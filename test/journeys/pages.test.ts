import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { openVisitorPage, expectPageAccessibleAtEverySize } from '../support/visitor.ts'

const router = readFileSync(new URL('../../frontend/src/router.tsx', import.meta.url), 'utf8')
const everyPath = [...router.matchAll(/<Route path="([^"]+)"/g)].map(([, path = '']) => path)

const drawnHere = [
  '/payment-success',
  '/auth/callback',
  '/reset-password',
  '/reactivar',
  '/confirmar-cita',
  '/elegir-hora',
  '/hora-libre',
  '/deshacer-eliminacion',
  '/autorizacion',
  '*',
]

/** Looked at in panels.test.ts, or where their journey leads over them: agenda, messages, budgets, plan and pathway. */
const panels = [
  '/admin',
  '/admin/agenda',
  '/admin/horario',
  '/admin/novedades',
  '/client/:customerId',
  '/client/:customerId/mensajes',
  '/client/:customerId/notas/:consultationId',
  '/client/:customerId/pauta',
  '/client/:customerId/presupuestos',
  '/client',
  '/client/mensajes',
  '/client/presupuestos',
  '/client/proceso',
  '/unirse/:consultationId',
]

const leadOn = ['/dashboard', '/oauth-callback']

test('every page of the product is looked at in one of these journeys, in those of the panels or as rendered beforehand', () => {
  const known = [...publicPages.map(({ path }) => path), ...drawnHere, ...panels, ...leadOn]

  expect(known.toSorted()).toEqual(everyPath.toSorted())
})

const askedFor = '/reset-password?solicitar=1'

test.each([...drawnHere.map((path) => path.replace('*', '/no-existe')), askedFor])(
  '%s is accessible at 390, 768 and 1280 pixels, and at twice the zoom',
  async (path) => {
    const page = await openVisitorPage()
    await page.goto(path)

    await expectPageAccessibleAtEverySize(page)
  },
)
