import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OwnAnalysis } from '#contract/analysis-endpoints'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const analysis: OwnAnalysis = {
  analysisId: 'ana_22222222',
  sampledOn: '2026-10-26',
  laboratory: 'Laboratorio Ejemplo',
  method: 'ELISA',
  fileId: null,
  findings: 'Poca variedad',
  meaning: 'Encaja con la hinchazón',
  nextSteps: 'Más fibra',
  values: [
    { marker: 'Zinc', value: '0,4', unit: 'mg/l', range: '0,7 a 1,2' },
    { marker: 'Elastasa', value: '>500', unit: 'µg/g', range: 'más de 200' },
    { marker: 'Sangre oculta', value: 'No detectada', unit: null, range: null },
  ],
  edition: 1,
  publishedAt: '2026-11-20T09:00:00.000Z',
  publishedBy: 'Elena Prado',
  seenAt: null,
}
const earlier: OwnAnalysis = {
  ...analysis,
  analysisId: 'ana_11111111',
  sampledOn: '2026-03-02',
  values: [{ marker: 'Zinc', value: '0,3', unit: 'mg/l', range: '0,7 a 1,2' }],
  seenAt: '2026-04-01T09:00:00.000Z',
}

const zinc = (value: string) => [{ marker: 'Zinc', value, unit: 'mg/l', range: null }]

beforeEach(() => {
  signInAsRole('cliente')
  fakeApi.answer('GET /files', { items: [], next: null })
  fakeApi.answer('PUT /analyses/ana_22222222/seen', { seenAt: '2026-11-21T09:00:00.000Z' })
})

const open = (analyses: readonly OwnAnalysis[], of = '') => {
  fakeApi.answer('GET /analyses', { items: [...analyses], next: null })
  openProductPath(`/client?tab=analytics${of && `&analysis=${of}`}`)
}

describe('the analyses that are explained to a client', () => {
  test('are listed with the latest sample first, and what nobody has seen is new', async () => {
    open([earlier, { ...analysis, edition: 2 }])

    const list = within(await screen.findByRole('region', { name: 'Tus resultados, explicados' }))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'CorregidoMuestra del 26 de octubre de 2026Laboratorio Ejemplo, ELISA',
      'Muestra del 2 de marzo de 2026Laboratorio Ejemplo, ELISA',
    ])
    expect(fakeApi.asked('PUT /analyses/ana_22222222/seen')).toEqual([])
  })

  test('without a file of the laboratory do not stand above a sentence that there are none', async () => {
    open([analysis])

    expect(await screen.findByText(/^De estas analíticas no hay ningún archivo/)).toBeDefined()
    expect(screen.queryByText(/Todavía no tienes analíticas/)).toBeNull()
  })

  test('are not mentioned where there are none', async () => {
    open([])

    await screen.findByText(/Todavía no tienes analíticas/)
    expect(screen.queryByText('Tus resultados, explicados')).toBeNull()
  })
})

describe('an analysis that a client opens', () => {
  test('says the three things first, is noted as seen once, and has every value in a table', async () => {
    open([analysis], analysis.analysisId)

    const explanation = within(await screen.findByRole('region', { name: 'Elena Prado te lo explica' }))
    expect(explanation.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Qué hemos visto',
      'Qué significa',
      'Qué hacemos',
    ])
    const table = screen.getByRole('table', { name: 'Valores, como los da el laboratorio', hidden: true })
    const rows = within(table).getAllByRole('row', { hidden: true }).slice(1)
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Zinc0,4mg/l0,7 a 1,2',
      'Elastasa>500µg/gmás de 200',
      'Sangre ocultaNo detectadasin unidadno lo indica',
    ])
    await waitFor(() =>
      expect(fakeApi.asked('PUT /analyses/ana_22222222/seen').map(({ body }) => body)).toEqual([{ edition: 1 }]),
    )
  })

  test('leads to a message about it, and takes the place of the files, which are behind the way back', async () => {
    open([analysis], analysis.analysisId)

    const ask = await screen.findByRole('link', { name: 'Preguntar por estos resultados' })
    expect(ask.getAttribute('href')).toBe('/client/mensajes?analysis=ana_22222222')
    expect(screen.queryByRole('region', { name: 'Mis Analíticas' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Analíticas' }))
    expect(await screen.findByRole('region', { name: 'Mis Analíticas' })).toBeDefined()
  })

  test('draws a value where the laboratory prints a range for it, and no other, and judges none', async () => {
    open([analysis], analysis.analysisId)

    const rows = await screen.findAllByText(/^Laboratorio: |^El laboratorio no indica/)
    expect(rows.map((row) => row.parentElement?.querySelectorAll('.range-bar').length)).toEqual([1, 1, 0])
    expect(rows[1]?.parentElement?.querySelector('polygon')).not.toBeNull()
    expect(document.querySelector('main')?.textContent).not.toMatch(/\b(alto|bajo|elevado|normal|anormal)\b/i)
  })

  test('joins values of one laboratory, method and unit', async () => {
    open([analysis, earlier], analysis.analysisId)

    await screen.findByRole('img', { name: /^Zinc\. Laboratorio Ejemplo, ELISA, mg\/l: 0,3 el .*; 0,4 el/ })
    expect(document.querySelectorAll('.chart-line')).toHaveLength(1)
    expect(screen.queryByText(/No van en una misma línea/)).toBeNull()
  })

  test.each([
    ['far apart', '100', '200'],
    ['the same', '0,4', '0,4'],
    ['nothing', '0', '0'],
  ])('draws values that are %s clear of the edges of the strip', async (_, one, other) => {
    open(
      [
        { ...analysis, values: zinc(one) },
        { ...earlier, values: zinc(other) },
      ],
      analysis.analysisId,
    )
    const strip = await screen.findByRole('img', { name: /^Zinc\./ })

    // The strip is 28 to 106 high; a mark adds 6 on each side.
    const heights = [...strip.querySelectorAll('circle')].map((mark) => Number(mark.getAttribute('cy')))
    expect(heights.map((height) => 34 < height && height < 100)).toEqual([true, true])
  })

  test('writes no value over another: of two samples close to each other the later one, and all of them in the table', async () => {
    const days = ['2026-05-04', '2026-08-17', '2026-10-19', '2026-10-26']
    const samples = days.map((sampledOn, index) => ({
      ...analysis,
      analysisId: `ana_3333333${index}`,
      sampledOn,
      values: zinc(`0,${index + 3}`),
    }))
    open(samples, 'ana_33333333')

    const strip = await screen.findByRole('img', { name: /^Zinc\./ })
    expect(strip.querySelectorAll('circle')).toHaveLength(4)
    expect([...strip.querySelectorAll('.chart-value')].map(({ textContent }) => textContent)).toEqual([
      '0,3',
      '0,4',
      '0,6',
    ])
    expect(strip.getAttribute('aria-label')).toContain('0,5 el 19/10/2026')
  })

  test.each([
    ['laboratory', { laboratory: 'Otro' }, {}, 'cambia el laboratorio'],
    ['method', { method: 'CLIA' }, {}, 'cambia el método'],
    ['unit', {}, { unit: 'µmol/l' }, 'cambia la unidad'],
  ])('joins none of another %s, and says so', async (_, changes, value, reason) => {
    const other = { ...earlier, ...changes, values: earlier.values.map((each) => ({ ...each, ...value })) }
    open([analysis, other], analysis.analysisId)

    await screen.findByText(new RegExp(`No van en una misma línea porque ${reason}`))
    expect(screen.getAllByRole('img', { name: /^Zinc\./ })).toHaveLength(2)
    expect(document.querySelectorAll('.chart-line')).toHaveLength(0)
  })

  test('offers its report as a download where it is no PDF', async () => {
    const fileId = 'fil_12345678'
    fakeApi.answer('GET /files/fil_12345678/download', { url: 'https://files.test/x', fileName: 'informe.docx' })
    open([{ ...analysis, fileId }], analysis.analysisId)

    fireEvent.click(await screen.findByRole('button', { name: 'Ver el informe' }))

    expect(await screen.findByText('Este informe no es un PDF: descárgalo para abrirlo.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Descargar el informe' })).toBeDefined()
  })

  test('says that its report could not be opened, and lets it be asked for again', async () => {
    fakeApi.refuse('GET /files/fil_12345678/download', 'not-found')
    open([{ ...analysis, fileId: 'fil_12345678' }], analysis.analysisId)

    fireEvent.click(await screen.findByRole('button', { name: 'Ver el informe' }))

    expect(
      await screen.findByText('No se ha podido abrir aquí. Puedes descargarlo o intentarlo otra vez.'),
    ).toBeDefined()
    expect(screen.getByRole('button', { name: 'Ver el informe' })).toBeDefined()
  })
})
