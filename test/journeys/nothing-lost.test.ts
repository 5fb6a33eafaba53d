import type { Dialog, Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { getDemoAccount } from '../support/local-console.ts'
import { PRODUCT_SLUG } from '#contract/product'
import { type BrowserSession, openBrowserSession } from '../support/browser-session.ts'
import { listGuardedFormNames, formsOpenedWithoutBrowser } from '../support/form-names.ts'
import { openVisitorPage, expectPageAccessibleAtEverySize, laptopViewport } from '../support/visitor.ts'
import { getAdministratorSession, goToDemoRecord } from './admin.ts'

interface FormAtWork {
  readonly who: 'administrador' | 'cliente' | 'visitor'
  readonly path: string
  /**
   * Navigates within the application first, so that there is a history entry to return to; undefined for forms without
   * a question.
   */
  readonly from?: { readonly path: string; readonly link: string | RegExp }
  readonly lead?: (page: Page) => Promise<void>
  readonly open?: (page: Page) => Promise<void>
  readonly field: (page: Page) => Locator
  readonly typed: string
  /**
   * Whether the form is in a dialog.
   * @default false
   */
  readonly dialog?: boolean
  readonly kept: boolean
}

const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()
const label = (name: string | RegExp) => (page: Page) => page.getByLabel(name).last()

const practice = { who: 'administrador', path: '/admin', from: { path: '/admin?tab=users', link: 'Clientes' } } as const
const settings = { who: 'cliente', path: '/client?tab=settings', from: { path: '/client', link: /^Ajustes/ } } as const

const toRecord = (tab: RegExp) => async (page: Page) => {
  await goToDemoRecord(page)
  await page.getByRole('link', { name: tab }).click()
}

const asking: Readonly<Record<string, FormAtWork>> = {
  customer: {
    ...practice,
    open: press('Nuevo Cliente'),
    // The label of the legal basis contains the word too.
    field: label(/^Notas/),
    typed: 'Come deprisa',
    dialog: true,
    kept: true,
  },
  consultation: {
    ...practice,
    open: press('Programar consulta'),
    field: label(/Notas/),
    typed: 'Trae la analítica',
    dialog: true,
    kept: true,
  },
  invitation: {
    who: 'administrador',
    path: '/admin?tab=users',
    from: { path: '/admin', link: 'Usuarios' },
    open: press('Crear usuario'),
    field: (page) => page.getByRole('dialog').getByLabel('Email'),
    typed: 'elena@correo.example',
    dialog: true,
    kept: true,
  },
  supplement: {
    ...practice,
    lead: toRecord(/Suplementación|Pauta/),
    open: press('Añadir suplemento'),
    field: label('Instrucciones'),
    typed: 'Con agua',
    dialog: true,
    kept: true,
  },
  'supplement-edit': {
    ...practice,
    lead: toRecord(/Suplementación|Pauta/),
    open: press(/^Editar /),
    field: label('Instrucciones'),
    typed: 'Con agua fría',
    dialog: true,
    kept: true,
  },
  'file-upload': {
    ...practice,
    lead: toRecord(/^Analíticas/),
    // The tab Facturas has a form with the same labels, and stays until the requested tab is loaded.
    field: (page) => page.getByRole('region', { name: 'Analíticas' }).getByLabel('Descripción (opcional)'),
    typed: 'Laboratorio Norte',
    kept: false,
  },
  request: {
    who: 'cliente',
    path: '/client?tab=consultations',
    from: { path: '/client', link: /^Consultas/ },
    open: press('Pedir consulta'),
    field: label(/¿Qué te gustaría tratar\?/),
    typed: 'Me sienta mal la leche',
    dialog: true,
    kept: true,
  },
  'account-data': {
    ...settings,
    open: press('Corregir mi nombre'),
    field: (page) => page.getByRole('dialog').getByLabel('Apellidos'),
    typed: 'Ferrer Santos',
    dialog: true,
    kept: true,
  },
}

/** Forms that ask nothing, because their draft is stored in the account. */
const keeping: Readonly<Record<string, Pick<FormAtWork, 'path' | 'field'>>> = {
  questionnaire: { path: '/client?tab=questionnaire', field: label('Ocupación') },
}

const visitors: Readonly<Record<string, Pick<FormAtWork, 'path' | 'field' | 'typed'>>> = {
  'sign-in': { path: '/auth', field: label('Email'), typed: 'marta@correo.example' },
  registration: { path: '/register', field: label('Nombre'), typed: 'Marta' },
  purchase: { path: '/comprar', field: label('Apellidos'), typed: 'Ruiz Peña' },
  'reset-request': { path: '/reset-password?solicitar=1', field: label('Email'), typed: 'marta@correo.example' },
  withdrawal: { path: '/desistimiento', field: label(/^Comentario/), typed: 'Ya no lo necesito' },
}

/** Restores the tokens on each new page: the end of a session clears them from the browser. */
async function alwaysSignedIn(page: Page, { storage }: BrowserSession): Promise<Page> {
  await page.addInitScript((all) => Object.assign(window.localStorage, all), storage)
  return page
}

let clientSession: Promise<BrowserSession> | undefined

const sessionOfClient = async (): Promise<BrowserSession> =>
  (clientSession ??= getDemoAccount('cliente').then((account) => openBrowserSession(account)))

const theClient = async () => alwaysSignedIn(await openVisitorPage({ size: laptopViewport }), await sessionOfClient())

const anotherTab = async (closed: Page) => alwaysSignedIn(await closed.context().newPage(), await sessionOfClient())

const theAdministrator = async () =>
  alwaysSignedIn(await openVisitorPage({ size: laptopViewport }), await getAdministratorSession())

const ways = new Map<string, string[]>()
const journey = () => expect.getState().currentTestName ?? ''
beforeEach(() => void ways.set(journey(), []))
const tried = (way: string) => void ways.get(journey())?.push(way)

const question = (page: Page) => page.getByRole('dialog', { name: 'Tienes cambios sin guardar' })

const nobodyIsAsked = (dialog: Dialog): never => {
  throw new Error(`asked: ${dialog.type()}`)
}

async function reach(page: Page, { path, from, lead, open }: FormAtWork): Promise<void> {
  // What comes above the tabs moves them: a press meanwhile would meet something else.
  await page.goto(from?.path ?? path, from && { waitUntil: 'networkidle' })
  if (from) await page.getByRole('link', { name: from.link }).first().click()
  await lead?.(page)
  await open?.(page)
}

const typeInto = (page: Page, form: FormAtWork) => form.field(page).fill(form.typed)

async function staysAfter(page: Page, form: FormAtWork, way: string, go: () => Promise<unknown>): Promise<void> {
  const address = page.url()
  await go()
  await question(page).getByRole('button', { name: 'Seguir editando' }).click()
  await question(page).waitFor({ state: 'detached' })
  expect(await form.field(page).inputValue(), way).toBe(form.typed)
  await expect.poll(() => page.url()).toBe(address)
  tried(way)
}

async function browserAsks(page: Page, form: FormAtWork, way: string, go: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForEvent('dialog')
  const dismissed = asked.then((dialog) => Promise.all([Promise.resolve(dialog.type()), dialog.dismiss()]))
  const [[type]] = await Promise.all([dismissed, go()])
  expect(type, way).toBe('beforeunload')
  expect(await form.field(page).inputValue(), way).toBe(form.typed)
  tried(way)
}

/** As another tab does that has ended the session of all tabs: here it is still valid at the servers. */
const endSession = (page: Page) =>
  page.evaluate((channel) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    new BroadcastChannel(channel).postMessage('shared')
  }, `${PRODUCT_SLUG}:auth`)

const somethingHasFocus = (page: Page) => page.evaluate(() => document.activeElement !== document.body)

async function discards(page: Page, form: FormAtWork): Promise<void> {
  const address = page.url()
  if (form.dialog) await page.keyboard.press('Escape')
  else await page.evaluate(() => history.back())
  await question(page).getByRole('button', { name: 'Descartar cambios' }).click()
  if (form.dialog) await page.getByRole('dialog').waitFor({ state: 'detached' })
  else await page.waitForURL(({ href }) => href !== address)
  // After leaving a whole page, the next page sets the focus.
  await expect.poll(async () => !form.dialog || (await somethingHasFocus(page))).toBe(true)
}

test('every form of the product is in this journey, or in the test of those that need no browser', () => {
  const here = [asking, keeping, visitors].flatMap((forms) => Object.keys(forms))

  expect([...here, ...formsOpenedWithoutBrowser].toSorted()).toEqual(listGuardedFormNames())
})

describe('what is typed into', () => {
  test.each(Object.entries(asking))('%s is lost on no way out', async (_name, form) => {
    const page = await (form.who === 'cliente' ? theClient() : theAdministrator())
    await reach(page, form)
    await typeInto(page, form)
    await expectPageAccessibleAtEverySize(page)

    if (form.dialog) {
      await staysAfter(page, form, 'Escape', () => page.keyboard.press('Escape'))
      await staysAfter(page, form, 'Cancelar', () =>
        page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click(),
      )
    } else {
      await staysAfter(page, form, 'link', () => page.locator('.tab-links a:not([aria-current])').first().click())
    }
    await staysAfter(page, form, 'Back', () => page.evaluate(() => history.back()))
    await browserAsks(page, form, 'reload', () => page.evaluate(() => location.reload()))
    await browserAsks(page, form, 'tab close', () => page.close({ runBeforeUnload: true }))
    await discards(page, form)
    // The content behind the dialog is still there.
    await (form.dialog ? form.open?.(page) : reach(page, form))
    await typeInto(page, form)
    await endSession(page)
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
    if (!form.kept) return
    await reach(page, form)
    await page.getByText(/Hemos recuperado lo que escribiste/).waitFor()
    await expect.poll(() => form.field(page).inputValue()).toBe(form.typed)
    tried('session end')
  })

  test.each(Object.entries(keeping))('%s is there after every way out, and nobody is asked', async (_name, form) => {
    let page = await theClient()
    page.on('dialog', nobodyIsAsked)
    const waysOut: Readonly<Record<string, () => Promise<unknown>>> = {
      link: () => page.locator('.tab-links a:not([aria-current])').last().click(),
      Back: () => page.evaluate(() => history.back()),
      reload: () => page.reload(),
      'session end': () => endSession(page),
      'tab close': () => Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]),
    }
    for (const [way, go] of Object.entries(waysOut)) {
      await page.goto('/client?tab=settings')
      await page.getByRole('link', { name: /^Cuestionario/ }).click()
      await form.field(page).fill(`Lo último antes de: ${way}`)

      await go()

      const questions = page.isClosed() ? 0 : await question(page).count()
      expect(questions, way).toBe(0)
      if (page.isClosed()) page = await anotherTab(page)
      await page.goto(form.path)
      await expect.poll(() => form.field(page).inputValue()).toBe(`Lo último antes de: ${way}`)
      tried(way)
    }
  })

  test.each(Object.entries(visitors))('%s is there after a reload, and nobody is asked', async (_name, form) => {
    const page = await openVisitorPage({ size: laptopViewport })
    page.on('dialog', nobodyIsAsked)
    await page.goto(form.path)
    await form.field(page).fill(form.typed)
    // Hydration happens when the browser is idle, and takes over values typed before.
    const inTab = () => page.evaluate(() => JSON.stringify(Object.entries(window.sessionStorage)))
    await expect.poll(inTab).toContain(form.typed)

    await page.reload()

    await expect.poll(() => form.field(page).inputValue()).toBe(form.typed)
    tried('visitor reload')
  })
})

async function held(page: Page, addresses: RegExp) {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await gate
    await route.continue()
  })
  return { letThrough, asked: page.waitForRequest(addresses) }
}

describe('work under way', () => {
  test('an upload is asked about, goes on beside another page, and is seen again by whoever comes back', async () => {
    const page = await theAdministrator()
    await page.goto('/admin')
    await toRecord(/^Analíticas/)(page)
    const { letThrough, asked } = await held(page, /\/api\/customers\/[^/]+\/files$/)
    const bytes = Buffer.from('%PDF-1.4\n%%EOF\n')
    // The tab Facturas has a form with the same labels, and stays until the requested tab is loaded.
    const form = page.getByRole('region', { name: 'Analíticas' })
    await form
      .getByLabel('Archivos', { exact: true })
      .setInputFiles({ name: 'en-camino.pdf', mimeType: 'application/pdf', buffer: bytes })
    await form.getByRole('button', { name: 'Subir' }).click()
    await asked
    const record = page.url()

    const uploading = page.getByRole('dialog', { name: 'Se están subiendo archivos' })
    await page.getByRole('link', { name: 'Volver al Panel' }).click()
    await uploading.getByRole('button', { name: 'Quedarme aquí' }).click()
    expect(page.url()).toBe(record)
    tried('upload')
    const dialog = page.waitForEvent('dialog')
    await Promise.all([dialog.then((unload) => unload.dismiss()), page.evaluate(() => location.reload())])
    tried('upload')
    await page.getByRole('link', { name: 'Volver al Panel' }).click()
    await uploading.getByRole('button', { name: 'Salir y seguir subiendo' }).click()
    await page.getByText('Subiendo archivos...').waitFor()
    await page.evaluate(() => history.back())
    await page.getByRole('list', { name: 'Subidas' }).getByText('en-camino.pdf').waitFor()
    letThrough()

    await page.getByText('Archivos subidos').waitFor()
  })

  test('Escape in the middle of an import asks, and whoever stays has it finished', async () => {
    const page = await theAdministrator()
    await page.goto('/admin')
    await page.getByText(/^Mostrando /).waitFor()
    await page.getByRole('button', { name: 'Importar CSV' }).click()
    const { letThrough, asked } = await held(page, /\/chunks\/0$/)
    const buffer = Buffer.from(
      `\uFEFFsep=;\nNombre;Apellidos;Email\nEva;Llorente;eva.${Date.now()}@correo.example`,
      'utf16le',
    )
    await page.getByLabel('Archivo CSV').setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer })
    await page.getByText(/Eva Llorente/).waitFor()
    await page.getByRole('button', { name: 'Importar 1 cliente' }).click()
    await asked

    await page.keyboard.press('Escape')
    const importing = page.getByRole('dialog', { name: 'La importación está en marcha' })
    await importing.getByRole('button', { name: 'Seguir importando' }).click()
    letThrough()

    await page.getByText('Importación terminada: 1 cliente más en la lista.').waitFor()
    tried('import')
  })
})

test('all of that is 59 ways out of 14 forms and of work under way', () => {
  const taken = Object.groupBy([...ways.values()].flat(), (way) => way)
  expect(Object.fromEntries(Object.entries(taken).map(([way, times = []]) => [way, times.length]))).toEqual({
    Back: 9,
    Cancelar: 7,
    Escape: 7,
    import: 1,
    link: 2,
    reload: 9,
    'session end': 8,
    'tab close': 9,
    upload: 2,
    'visitor reload': 5,
  })
})
