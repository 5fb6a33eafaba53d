import { screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { practiceLegalDetails } from '#contract/practice'
import { landingFaqEntries } from '../../../frontend/src/content/landing-faq.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const region = (name: string) => screen.findByRole('region', { name })
const steps = async () => within(await region('Cómo funciona')).getAllByRole('list')[0]?.children ?? []
const stepAt = async (number: number) => within((await steps())[number - 1] as HTMLElement)
const openDialogs = () => [...document.querySelectorAll('dialog[open]')]
const dialogTitled = (name: string) => {
  const title = screen.getByRole('heading', { level: 2, name, hidden: true })
  return title.closest('dialog') as HTMLDialogElement
}

test('PUB-01 A-58 the sections follow each other: three unnamed, process, symptoms, expert, questions, footer', async () => {
  openProductPath('/')
  await screen.findByRole('heading', { level: 1 })

  const sections = [...screen.getByRole('main').querySelectorAll('section')]
  expect(sections.map(({ id }) => id)).toEqual([
    '',
    '',
    '',
    'como-funciona',
    'encuentra-solucion',
    'nuestro-experto',
    '',
  ])
  expect(sections.slice(0, 3).some((section) => section.hasAttribute('aria-labelledby'))).toBe(false)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Cómo funciona',
    'Encuentra tu solución',
    'Nuestro experto',
    'Preguntas frecuentes',
  ])
})

test('PUB-02 PUB-03 PUB-04 A-62 a slogan about the ecosystem, two quotes, and each time the way to begin', async () => {
  openProductPath('/')

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Hay un ecosistema dentro de ti')
  const quotes = screen.getAllByRole('blockquote')
  expect(quotes).toHaveLength(2)
  for (const quote of quotes) {
    const section = quote.closest('section') as HTMLElement
    const call = within(section).getByRole('link', { name: 'Comienza tu transformación' })
    expect(call.getAttribute('href')).toBe('/primera-consulta')
  }
})

test('PUB-04 the price of the first consultation stands beside the first button', async () => {
  openProductPath('/')
  const hero = within((await screen.findByRole('heading', { level: 1 })).closest('section') as HTMLElement)

  const offer = hero.getByRole('link', { name: 'Comienza tu transformación' }).parentElement?.parentElement
  expect(offer?.textContent).toContain('80,00 €Primera consulta de 30 minutos, impuestos incluidos')
})

const sumsIn = (text: string | null | undefined) =>
  [...(text ?? '').matchAll(/(\d+)\s€/g)].map(([, euros]) => Number(euros))

test('GEN-07 the range of the whole cost is what its parts come to in the longest process', async () => {
  openProductPath('/')
  const cost = within(
    within(await region('Cómo funciona')).getByRole('heading', { name: 'Cuánto cuesta en total' })
      .parentElement as HTMLElement,
  )

  const [consultation, budget, kit, supplements] = cost.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(consultation).toMatch(/^Primera consulta80\s€/)
  expect(kit).toMatch(/Incluidos/)
  const [cheapest = NaN, dearest = NaN] = sumsIn(budget)
  const [none = NaN, aMonth = NaN] = sumsIn(supplements)
  expect(supplements).toMatch(/al mes/)
  expect(cost.getByText(/hasta 3 meses/)).toBeDefined()
  expect(sumsIn(cost.getByText(/^De \d+\s€ a \d+\s€$/, { selector: 'p' }).textContent)).toEqual([
    80 + cheapest + 3 * none,
    80 + dearest + 3 * aMonth,
  ])
})

test('PUB-10 a sample report and a sample plan are shown, each marked as an example', async () => {
  openProductPath('/')
  const samples = within(await region('Cómo funciona')).getAllByRole('figure')

  expect(samples.map((sample) => within(sample).getByText('Ejemplo').closest('figcaption')?.textContent)).toEqual([
    'Tu estudio de microbiotaEjemplo',
    'Tu plan, semana 3 de 12Ejemplo',
  ])
  expect(screen.getByText(/Estos son ejemplos, con datos inventados/)).toBeDefined()
  const values = within(samples[0] as HTMLElement).getAllByRole('listitem')
  expect(values.map(({ textContent }) => /\d.*Laboratorio: .*\d/.test(textContent))).toEqual([true, true, true])
  expect(samples[1]?.textContent).toMatch(/Alimentación.+Hábitos.+Suplementos/)
})

test('PUB-05 LIM-14 the process has five steps with number, title, picture, description and details', async () => {
  openProductPath('/')

  expect(await steps()).toHaveLength(5)
  for (const [index, step] of [...(await steps())].entries()) {
    const inside = within(step as HTMLElement)
    expect(inside.getByText(`${index + 1}`)).toBeDefined()
    expect(inside.getByRole('heading', { level: 3 }).textContent).not.toBe('')
    expect(inside.getAllByRole('presentation').length).toBeGreaterThan(0)
    expect(step.querySelectorAll('dialog li').length).toBeGreaterThan(2)
  }
})

test.each([
  ['PUB-07', 1, 'Reserva de consulta', [/pagas/, /correo con varios horarios/, /Si ninguno te encaja/]],
  [
    'PUB-08',
    2,
    'Consulta y presupuestos',
    [/descanso/, /tres presupuestos/, /ningún suplemento hasta tener tus result/],
  ],
  ['PUB-09', 3, 'Analíticas', [/lista de pruebas/, /el que prefieras o te ayudamos a encontrar/, /nos los envías/]],
  [
    'PUB-10',
    4,
    'Resultados y tratamiento',
    [/Repasamos los resultados/, /plan personalizado/, /hábitos/, /suplementos/],
  ],
  ['PUB-11', 5, 'Seguimiento', [/consultas de seguimiento/, /Ajustamos/, /plan de mantenimiento, siempre opcional/]],
])('%s step %i, %s, tells its details in a dialog', async (_, number, title, details) => {
  const person = openProductPath('/')
  const step = await stepAt(number)
  expect(step.getByRole('heading', { level: 3 }).textContent).toBe(title)

  await person.click(step.getByRole('button', { name: 'Más información' }))

  const dialog = within(screen.getByRole('dialog', { name: `${number}. ${title}` }))
  const bullets = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  for (const detail of details) expect(bullets.some((bullet) => detail.test(bullet))).toBe(true)
})

test('PUB-06 one dialog is open at a time, and each closes by its button', async () => {
  const person = openProductPath('/')
  const first = (await stepAt(1)).getByRole('button', { name: 'Más información' })
  const second = (await stepAt(2)).getByRole('button', { name: 'Más información' })

  await person.click(first)
  expect(openDialogs()).toEqual([dialogTitled('1. Reserva de consulta')])
  await person.click(second)

  expect(openDialogs()).toEqual([dialogTitled('2. Consulta y presupuestos')])
  expect(within(dialogTitled('2. Consulta y presupuestos')).getByRole('button').closest('form')?.method).toBe('dialog')
})

test('PUB-06 PUB-13 a press beside an open dialog closes it', async () => {
  const person = openProductPath('/')
  await person.click((await stepAt(3)).getByRole('button', { name: 'Más información' }))

  await person.click(dialogTitled('3. Analíticas'))

  expect(openDialogs()).toEqual([])
})

test('PUB-12 PUB-14 LIM-14 the carousel has seven cards in their order, and two arrows', async () => {
  openProductPath('/')
  const carousel = within(await screen.findByRole('group', { name: 'Motivos de consulta' }))

  expect(carousel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Fatiga persistente',
    'Problemas de piel',
    'Cambios de ánimo o ansiedad',
    'Problemas digestivos frecuentes',
    'Intolerancias alimentarias nuevas o que empeoran',
    'Infecciones frecuentes y defensas bajas',
    'Dificultades de crecimiento o desarrollo',
  ])
  expect(carousel.getByRole('button', { name: 'Anterior' })).toBeDefined()
  expect(carousel.getByRole('button', { name: 'Siguiente' })).toBeDefined()
})

test('PUB-12 PUB-22 whoever asks for a child learns that consultations begin at 16', async () => {
  const person = openProductPath('/')
  const carousel = await screen.findByRole('group', { name: 'Motivos de consulta' })
  const card = within(carousel).getAllByRole('article').at(-1)

  await person.click(within(card as HTMLElement).getByRole('button', { name: 'Más información' }))

  expect(screen.getByRole('dialog').textContent).toMatch(
    /atendemos a partir de los 16 años\. Hasta los 18, hace falta el consentimiento/,
  )
})

test('PUB-13 each card has picture, title and text, and opens a dialog with picture, title and a longer text', async () => {
  const person = openProductPath('/')
  const carousel = await screen.findByRole('group', { name: 'Motivos de consulta' })

  for (const card of within(carousel).getAllByRole('article')) {
    const inside = within(card)
    const title = inside.getByRole('heading', { level: 3 }).textContent
    const short = card.querySelector('p')?.textContent ?? ''
    expect(inside.getAllByRole('presentation')).toHaveLength(1)
    await person.click(inside.getByRole('button', { name: 'Más información' }))
    const dialog = screen.getByRole('dialog', { name: title })
    expect(openDialogs()).toEqual([dialog])
    expect(within(dialog).getAllByRole('presentation')).toHaveLength(1)
    expect(dialog.textContent.length).toBeGreaterThan(3 * short.length)
  }
})

test('PUB-17 the expert: who they are, what they have done, and their portrait', async () => {
  openProductPath('/')
  const expert = within(await region('Nuestro experto'))

  expect(expert.getByText('Biólogo especializado en microbiota humana')).toBeDefined()
  expect(expert.getByRole('img', { name: /Retrato/ })).toBeDefined()
  const facts = expert
    .getAllByRole('definition')
    .map((figure) => [figure.textContent, figure.previousSibling?.textContent])
  expect(facts).toEqual([
    ['+10', expect.stringContaining('años de experiencia')],
    ['+100', expect.stringContaining('conferencias y formaciones')],
    [
      `${practiceLegalDetails.profession?.memberships.length}`,
      expect.stringContaining('entidades de formación y ciencia de las que es miembro'),
    ],
  ])
})

test('PUB-18 LIM-14 eight questions, of which one is open at a time', async () => {
  openProductPath('/')
  const questions = within(await region('Preguntas frecuentes')).getAllByRole('group')

  expect(questions).toHaveLength(8)
  expect(new Set(questions.map((question) => question.getAttribute('name')))).toEqual(new Set(['preguntas']))
  const topics = [
    /estudio de la microbiota/,
    /tipos de análisis/,
    /empieza la suplementación/,
    /seguimiento/,
    /opciones de presupuesto/,
    /supervisión profesional/,
    /dura el proceso/,
    /a distancia/,
  ]
  expect(landingFaqEntries.map(({ question }, index) => topics[index]?.test(question))).toEqual(topics.map(() => true))
  expect(questions.map((question) => question.querySelector('summary')?.textContent)).toEqual(
    landingFaqEntries.map(({ question }) => question),
  )
})

test('GEN-05 GEN-06 GEN-07 LIM-14 the page says how, how long, in how many budgets and why', async () => {
  openProductPath('/')
  const process = within(await region('Cómo funciona'))

  expect(process.getByText(/completamente online de entre 2 y 3 meses/).textContent).toMatch(
    /kit de análisis llega a tu casa.+por videollamada.+suplementos.+te los enviamos/,
  )
  expect(screen.getByText('Tres presupuestos para elegir')).toBeDefined()
  expect(
    within(screen.getAllByRole('main')[0] as HTMLElement).getByText(
      /^Más del 70 % de tu sistema inmunitario está en el intestino\. Por eso/,
    ),
  ).toBeDefined()
})

test('the landing page asks the server nothing for a visitor', async () => {
  openProductPath('/')
  await screen.findByRole('heading', { level: 1 })

  expect(fakeApi.asked('GET /account/session')).toEqual([])
})

test('only the picture of the first screen is fetched at once, and every picture keeps its place', async () => {
  openProductPath('/')
  await screen.findByRole('heading', { level: 1 })

  const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
  expect(pictures.filter((picture) => picture.getAttribute('loading') !== 'lazy')).toHaveLength(1)
  expect(pictures.every((picture) => picture.hasAttribute('width') && picture.hasAttribute('height'))).toBe(true)
})
