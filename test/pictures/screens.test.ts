import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { questionnaireSections } from '../../frontend/src/features/questionnaire/questionnaire-sections.ts'
import { waitUntilLoaded } from '../support/loading-parts.ts'
import { openVisitorPage } from '../support/visitor.ts'
import { openAdministratorPage } from '../journeys/admin.ts'
import { openDemoClientPage, signInNewClient } from '../journeys/clients.ts'
import {
  look,
  put,
  putBoth,
  resize,
  type Screen,
  screensOf,
  section,
  showTop,
  showWhole,
  widths,
  writeSheets,
} from './screen-sheets.ts'
import { moveClockTo, setRoom, takeTodaysDoses } from '../journeys/whole-life.ts'

/** Most clients live in it. */
const zone = 'Europe/Madrid'

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()

const ofRoad = async (page: Page, title: string, path: string, wait: Screen['wait']) =>
  look(page, { title, path, wait, on: ['road'] })

async function lookAtLandingPage(): Promise<void> {
  const page = await openVisitorPage()
  await ofRoad(page, 'Landing page', '/', heading(/./))
  await ofRoad(page, 'The five steps', '/', section('#como-funciona'))
  await ofRoad(page, '«Más información»', '/', async () => {
    await page.locator('#como-funciona').getByRole('button', { name: 'Más información' }).first().click()
    await page.getByRole('dialog').waitFor()
  })
  await ofRoad(page, 'What one receives, and its cost', '/', section('#ejemplos'))
  await ofRoad(page, 'The expert', '/', section('#nuestro-experto'))
  await ofRoad(page, 'Foot of the page', '/', section('#site-footer'))
}

async function findRowOfPracticeTurn(page: Page): Promise<Locator> {
  await page.getByLabel('Situación').selectOption({ label: 'Tu turno' })
  // Only this list shows deadlines.
  const rows = page.locator('tr').filter({ hasText: /Tu turno hasta/ })
  await rows.first().waitFor()
  return rows.last()
}

async function lookAtPractice(page: Page): Promise<void> {
  const today = page.getByRole('region', { name: 'Hoy' })
  const isThere = () =>
    today
      .getByRole('link', { name: /^Entrar/ })
      .first()
      .waitFor()
  const mine = async () => {
    await isThere()
    const row = await findRowOfPracticeTurn(page)
    await row.scrollIntoViewIfNeeded()
    return row
  }
  const path = '/admin'
  await look(page, { title: 'Practice’s panel', path, wait: isThere, on: ['road', 'practice'] })
  await look(page, { title: 'List by whose turn it is', path, wait: mine, on: ['practice'] })
  const openMenu = async () => (await mine()).getByRole('button').last().click()
  await look(page, { title: 'Menu of a row', path, wait: openMenu, on: ['practice'] })
  const search = async () => {
    await isThere()
    await page.keyboard.press('/')
    await page.getByRole('dialog').locator('input').fill('lu')
    await page.getByRole('option').first().waitFor()
  }
  await look(page, { title: 'Search with /', path, wait: search, on: ['practice'] })
  for (const label of ['Sin cita', 'Sin actividad']) {
    const filtered = async () => {
      await isThere()
      const situation = page.getByLabel('Situación')
      await situation.selectOption({ label })
      await page.locator('.customer-rows-pathway').waitFor()
      await showTop(situation)
    }
    await look(page, { title: `Clients of «${label}»`, path, wait: filtered, on: ['practice'] })
  }
}

async function lookAtTicks(page: Page): Promise<void> {
  await page.goto('/client')
  const ticks = page.locator('.today input[type=checkbox]')
  await ticks.last().waitFor()
  await page.getByRole('region', { name: /^Tu próxima consulta/ }).waitFor()
  const waiting = page.getByText(/^Sin conexión: lo guardamos en este dispositivo/)
  await page.context().setOffline(true)
  await ticks.first().check()
  await waiting.waitFor()
  await putBoth(page, { title: '«Hoy» without a connection', wait: () => waiting.waitFor(), on: ['client'] })
  await page.context().setOffline(false)
  await waiting.waitFor({ state: 'detached' })
  await takeTodaysDoses(page)
  const allTaken = () => page.getByText('Todo tomado. ¡Bien hecho!').waitFor()
  await look(page, { title: '«Hoy», all of it taken', path: '/client', wait: allTaken, on: ['client'] })
}

async function answerAllergies(page: Page): Promise<void> {
  await page.goto('/client?tab=questionnaire')
  const steps = page.getByRole('navigation', { name: 'Pasos del cuestionario' })
  await steps.getByRole('link', { name: 'Alimentación' }).click()
  await page.getByRole('textbox', { name: 'Alergias e intolerancias' }).fill('Frutos secos')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Guardar Perfil' }).click()
  await page.getByText('¡Guardado!').waitFor()
}

async function writeFirstNotes(page: Page, record: string): Promise<void> {
  await page.goto(`${record}/notas/con_demo-primera`)
  const texts = {
    Motivo: 'Hinchazón después de comer, más por la tarde.',
    Valoración: 'Poca fibra y cenas tardías. Estudio de microbiota antes de cambiar más.',
    Plan: 'Kit esta semana. Caminar diez minutos después de comer.',
    'Resumen para el cliente':
      'Empezamos por conocer tu microbiota: te llega el kit esta semana.\nMientras tanto, cena antes de las nueve y camina diez minutos después de comer.',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByRole('checkbox', { name: 'Enviar resumen a Lucía' }).and(page.locator(':checked')).waitFor()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('region', { name: 'Cronología' }).waitFor()
}

async function lookAtSummary(page: Page): Promise<void> {
  const wait = async () => {
    await page.getByText(/^Empezamos por conocer tu microbiota/).waitFor()
    await section('#summaries-title')(page)
  }
  await look(page, { title: 'Summary of a consultation', path: '/client?tab=consultations', wait, on: ['client'] })
}

async function lookAtChangedProtocol(page: Page, record: string): Promise<void> {
  const path = `${record}/pauta`
  await resize(page, 1280)
  await page.goto(path)
  await page.getByLabel('Magnesio bisglicinato, Con desayuno').fill('300')
  await page.getByRole('button', { name: 'Más de Omega 3' }).click()
  await page.getByRole('button', { name: 'Terminar Omega 3 hoy' }).click()
  await page.getByLabel('Añadir suplemento').fill('Melatonina 1 mg noche')
  await page.keyboard.press('Enter')
  const isChanged = () => page.getByText('1 nuevo, 1 cambia, 1 termina').waitFor()
  const on = ['protocol'] as const
  const allergies = page.getByText('Frutos secos')
  const inSight = async () => {
    await isChanged()
    const { y = 0 } = (await allergies.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(page.viewportSize()?.height ?? 0)
  }
  await look(page, { title: 'Beside what the client has answered', path, wait: inSight, on })
  const compared = async () => {
    await isChanged()
    await section('#protocol-title')(page)
  }
  await look(page, { title: 'Compared with what is in force', path, wait: compared, on })
  const preview = async () => {
    await isChanged()
    await showTop(page.getByRole('region', { name: 'Tomas de los 7 días' }))
  }
  await look(page, { title: 'Seven days of it', path, wait: preview, on })
}

async function lookAtQuestionnaire(page: Page): Promise<void> {
  for (const width of widths) {
    await resize(page, width)
    await page.goto('/client?tab=questionnaire')
    for (const [index, { title }] of questionnaireSections.entries()) {
      if (index > 0) await page.getByRole('link', { name: 'Siguiente' }).click()
      await page.getByRole('heading', { name: title }).waitFor()
      const nav = page.getByRole('navigation', { name: 'Pasos del cuestionario' })
      await showTop(nav)
      await put(page, width, { title, on: ['questionnaire'] })
    }
  }
}

/** Scrolling continues for some moments after focusing. */
async function reachSummary(page: Page): Promise<void> {
  const field = page.getByLabel('Resumen para el cliente')
  await field.waitFor()
  // Content loading beside and above shifts the field.
  await waitUntilLoaded(page)
  await field.focus()
  const isUncovered = () =>
    field.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return document.elementFromPoint(left + 20, top + 20) === element
    })
  await expect.poll(isUncovered).toBe(true)
}

async function findRecord(page: Page): Promise<string> {
  const record = page
    .getByRole('region', { name: 'Hoy' })
    .getByRole('link', { name: /^Abrir ficha/ })
    .first()
  return /^\/client\/[^?/]+/.exec((await record.getAttribute('href')) ?? '')?.[0] ?? ''
}

async function lookAtRecord(page: Page): Promise<void> {
  const now = page.getByRole('region', { name: 'Consulta de ahora' })
  const tab = (name: string | RegExp, shown: string) => async () => {
    await now.waitFor()
    await page.getByRole('navigation', { name: 'Secciones de la ficha' }).getByRole('link', { name }).click()
    await page.getByText(shown).first().waitFor()
    await section('.record-tabs')(page)
  }
  const path = await findRecord(page)
  await look(page, { title: 'Head of the record', path, wait: () => now.waitFor(), on: ['road', 'record'] })
  const notes = (await page.getByRole('link', { name: 'Notas de la consulta' }).first().getAttribute('href')) ?? ''
  await look(page, { title: 'Its consultations', path, wait: tab('Consultas', 'Seguimiento'), on: ['record'] })
  await look(page, { title: 'Its protocol', path, wait: tab(/Suplementación|Pauta/, 'Magnesio'), on: ['record'] })
  const timeline = async () => {
    await page.getByRole('heading', { name: 'Cronología' }).click()
    await page.locator('.timeline-day').first().waitFor()
    await section('#timeline-title')(page)
  }
  await look(page, { title: 'Its timeline', path, wait: timeline, on: ['record'] })
  const reason = () => page.getByLabel('Motivo').waitFor()
  await look(page, { title: 'Session notes', path: notes, wait: reason, on: ['road', 'notes'] })
  const summary = async () => {
    await reason()
    await reachSummary(page)
  }
  await look(page, { title: 'The summary below them', path: notes, wait: summary, on: ['notes'] })
  await ofRoad(page, 'Protocol grid', `${path}/pauta`, () => page.getByLabel('Añadir suplemento').waitFor())
  await lookAtChangedProtocol(page, path)
}

test('every screen of the day and the road opens, for a visitor, the demo client, a new one and the practice', async () => {
  await lookAtLandingPage()

  const client = await openDemoClientPage({ zone })
  await client.goto('/client')
  const next = client.getByRole('region', { name: /^Tu próxima consulta/ }).locator('time')
  const startsAt = (await next.first().getAttribute('datetime')) ?? ''
  await ofRoad(client, '«Hoy»', '/client', (page) => page.locator('.today input[type=checkbox]').first().waitFor())
  await lookAtTicks(client)
  const { page: beginner } = await signInNewClient({ zone })
  await ofRoad(beginner, 'Nothing bought, three hours', '/client', async (page) => {
    await page.locator('.offer').waitFor()
    await section('.offer')(page)
  })
  await ofRoad(client, '«Tu proceso»', '/client/proceso', (page) => page.locator('.pathway-step').last().waitFor())
  await ofRoad(
    client,
    'Questionnaire',
    '/client?tab=questionnaire',
    section('nav[aria-label="Pasos del cuestionario"]'),
  )
  await lookAtQuestionnaire(client)
  await answerAllergies(client)

  await moveClockTo(startsAt, 1)
  const practice = await openAdministratorPage()
  await setRoom(practice)
  await lookAtPractice(practice)
  await practice.goto('/admin')
  await writeFirstNotes(practice, await findRecord(practice))
  await lookAtSummary(client)
  await practice.goto('/admin')
  await lookAtRecord(practice)

  const names = ['road', 'client', 'practice', 'record', 'notes', 'questionnaire', 'protocol'] as const
  const counts = names.map((sheet) => widths.map((width) => screensOf(sheet, width).length))
  expect(counts).toEqual([14, 3, 6, 4, 2, 5, 3].map((count) => [count, count]))
  await writeSheets(names)
}, 300_000)

const question = '¿Puedo tomar el magnesio con el café del desayuno, o mejor lo dejo para la noche?'

async function sendMessage(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('list', { name: 'Mensajes' }).getByText(text).waitFor()
}

test('every screen of the messages opens, for the client and for the practice', async () => {
  const on = ['messages'] as const
  const practice = await openAdministratorPage('/admin?buscar=cliente%40habitat.example')
  const list = practice.getByRole('region', { name: 'Lista de Clientes' })
  const record = await list.getByRole('link', { name: 'Lucía Ferrer Gil' }).getAttribute('href')
  const thread = `${record}/mensajes`
  await practice.goto(thread)
  // Whoever writes before the thread is there has not read what they would answer.
  await practice.getByText('Así lo haré. Gracias, Elena.').waitFor()
  await sendMessage(practice, /^Mensaje para/, 'Hola, Lucía. Ya tienes tus resultados explicados en Analíticas.')
  const client = await openDemoClientPage({ zone })
  const unread = () => client.getByRole('link', { name: /^Mensajes.*sin leer/ }).waitFor()
  await look(client, { title: 'What is unread', path: '/client', wait: unread, on })
  const own = client.getByLabel('Tu mensaje')
  const write = async () => {
    await own.fill(question)
    await showWhole(own)
  }
  await look(client, { title: 'The client writes', path: '/client/mensajes', wait: write, on })
  await sendMessage(client, 'Tu mensaje', question)
  const isPromised = async () => showWhole(client.getByText(/^Te responderemos antes del /))
  await look(client, { title: 'Until when it is answered', path: '/client/mensajes', wait: isPromised, on })
  const isAsked = async () => showWhole(practice.getByText(/^Responder antes del /))
  await look(practice, { title: 'The practice’s page', path: thread, wait: isAsked, on })
  const openTemplates = async () => {
    await isAsked()
    await practice.getByRole('button', { name: 'Plantillas' }).click()
    await practice.getByRole('dialog', { name: 'Plantillas de respuesta' }).waitFor()
  }
  await look(practice, { title: 'Templates', path: thread, wait: openTemplates, on })
  const showTime = async () => {
    await practice.locator('#hours-answers').waitFor()
    await section('#hours-answers')(practice)
  }
  await look(practice, { title: 'The stated time', path: '/admin/horario', wait: showTime, on })

  expect(widths.map((width) => screensOf('messages', width).length)).toEqual([6, 6])
  await writeSheets(on)
}, 180_000)

test('every dialog of the record opens, of its step, its notes and its protocol, and the list of keys', async () => {
  const page = await openAdministratorPage()
  await page.goto('/admin')
  const path = await findRecord(page)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const open = async (title: string, at: string, go: () => Promise<unknown>) =>
    look(page, { title, path: at, wait: go, on: ['dialogs'] })
  const press = (button: string | RegExp, name: string) => async () => {
    await page.getByRole('button', { name: button }).first().click()
    await dialog(name).waitFor()
  }

  await open('List of keys', path, async () => {
    await page.getByRole('region', { name: 'Consulta de ahora' }).waitFor()
    await page.keyboard.press('?')
    await dialog('Atajos de teclado').waitFor()
  })
  await page.goto('/admin')
  const [other = ''] =
    /^\/client\/[^?/]+/.exec(
      (await (await findRowOfPracticeTurn(page)).getByRole('link').first().getAttribute('href')) ?? '',
    ) ?? []
  await open('Correct the step', other, press('Corregir el paso', 'Corregir el paso'))
  await page.goto(path)
  const notes = (await page.getByRole('link', { name: 'Notas de la consulta' }).first().getAttribute('href')) ?? ''
  await open('Versions of the notes', notes, async () => {
    await page.getByLabel('Motivo').fill('Hinchazón después de comer')
    await page.getByText(/^Guardado a las/).waitFor()
    await press(/^versión/, 'Versiones de las notas')()
  })

  const grid = `${path}/pauta`
  await open('Templates', grid, press(/^Usar una plantilla/, 'Usar una plantilla o una pauta anterior'))
  await open('Save as a template', grid, press('Guardar como plantilla', 'Guardar como plantilla'))
  await open('Publish', grid, async () => {
    const entry = page.getByLabel('Añadir suplemento')
    await entry.waitFor()
    // At the second width the draft of the first exists already.
    if (await page.getByRole('button', { name: 'Publicar pauta' }).isDisabled()) {
      await entry.fill('Melatonina 1 mg noche')
      await entry.press('Enter')
    }
    await press('Publicar pauta', '¿Publicar la pauta?')()
  })

  expect(widths.map((width) => screensOf('dialogs', width).length)).toEqual([6, 6])
  await writeSheets(['dialogs'])
})
