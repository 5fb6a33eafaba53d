import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { apiContract } from '#contract/api'
import { openBrowserSession } from '../support/browser-session.ts'
import { callEndpointOverHttp } from '../support/call-endpoint-over-http.ts'
import { waitUntilLoaded } from '../support/loading-parts.ts'
import { getDemoAccount } from '../support/local-console.ts'
import { expectPageAccessibleAtEverySize, laptopViewport, openVisitorPage } from '../support/visitor.ts'
import { getAdministratorSession } from './admin.ts'

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

/** Each with its heading: a page that is not found has one too. */
const panels: Readonly<Record<string, RegExp>> = {
  '/admin': /^Panel de Administración$/,
  '/admin/agenda': /^Agenda$/,
  '/admin/horario': /^Horario de la consulta$/,
  '/admin/novedades': /^Novedades$/,
  '/client/:customerId': /^Lucía Ferrer/,
  '/client/:customerId/mensajes': /^Lucía Ferrer/,
  '/client/:customerId/notas/:consultationId': /^Lucía Ferrer/,
  '/client/:customerId/pauta': /^Pauta de Lucía Ferrer/,
  '/client/:customerId/presupuestos': /^Presupuestos de Lucía Ferrer/,
  '/client': /^Hola, Lucía$/,
  '/client/mensajes': /^Mensajes$/,
  '/client/presupuestos': /^Tus presupuestos$/,
  '/client/proceso': /^Tu proceso$/,
  '/unirse/:consultationId': /^Todavía no es la hora$/,
}

const leadOn = ['/dashboard', '/oauth-callback']

test('every page of the product is looked at in one of these journeys, or as rendered beforehand', () => {
  const known = [...publicPages.map(({ path }) => path), ...drawnHere, ...Object.keys(panels), ...leadOn]

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

const isOfPractice = (path: string) => /^\/(admin|client\/:)/.test(path)

/** Tabs, dialogs and what somebody has begun are in panels.test.ts and in the journeys about them. */
test.each(Object.entries(panels))('%s too, with what the demo client has', async (path, heading) => {
  const client = await openBrowserSession(await getDemoAccount('cliente'))
  const [{ customerId }, { consultation }] = await Promise.all([
    callEndpointOverHttp(apiContract.ownCustomer.current, {}, client),
    callEndpointOverHttp(apiContract.ownConsultations.nextOfMine, {}, client),
  ])
  const session = isOfPractice(path) ? await getAdministratorSession() : client
  const page = await openVisitorPage({ session, size: laptopViewport })
  if (!consultation) throw new Error('the demo client has no consultation')
  const ids: Readonly<Record<string, string>> = { customerId, consultationId: consultation.consultationId }

  const opened = path.replaceAll(/:(\w+)/g, (_, id: string) => ids[id] ?? id)
  // What waits for an idle browser, such as the rest of a panel, is asked for before that.
  await page.goto(opened, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1, name: heading }).first().waitFor()
  await waitUntilLoaded(page)

  expect(new URL(page.url()).pathname).toBe(opened)
  await expectPageAccessibleAtEverySize(page)
})
