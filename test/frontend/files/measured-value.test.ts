import { describe, expect, test } from 'vitest'
import { collectMarkersOverTime } from '../../../frontend/src/features/files/analysis-series.ts'
import { readAnalysisCsv } from '../../../frontend/src/features/files/analysis-csv.ts'
import { readLaboratoryRange, readMeasuredValue } from '../../../frontend/src/features/files/measured-value.ts'

describe('of what a laboratory printed is drawn', () => {
  test.each([
    ['0,4', 0.4, null],
    ['0.4', 0.4, null],
    ['24', 24, null],
    ['0.125', 0.125, null],
    ['1.234,5', 1234.5, null],
    ['1.234.567', 1_234_567, null],
    ['<38,5', 38.5, 'below'],
    ['> 500', 500, 'above'],
    ['≤5', 5, 'below'],
  ])('%s as a number', (printed, number, bound) => {
    expect(readMeasuredValue(printed)).toEqual({ number, bound })
  })

  test.each(['No detectada', 'negativo', '1.234', '1,234', '+++', '12 h', '1,2,3', ''])('%s as nothing', (printed) => {
    expect(readMeasuredValue(printed)).toBeNull()
  })

  test.each([
    ['1,0 - 4,0', { low: 1, high: 4 }],
    ['30 a 100', { low: 30, high: 100 }],
    ['entre 3,2 y 4,5', { low: 3.2, high: 4.5 }],
    ['< 50', { low: null, high: 50 }],
    ['menos de 50', { low: null, high: 50 }],
    ['más de 200', { low: 200, high: null }],
    ['no detectada', null],
    ['4 - 1', null],
    ['1.234 - 2', null],
    [null, null],
  ])('the range %s', (printed, range) => {
    expect(readLaboratoryRange(printed)).toEqual(range)
  })
})

const at = (sampledOn: string, changes: object = {}, value: object = {}) => ({
  analysisId: `ana_${sampledOn}`,
  sampledOn,
  laboratory: 'Laboratorio Ejemplo',
  method: 'ELISA',
  values: [{ marker: 'Vitamina D', value: '24', unit: 'ng/ml', range: '30 a 100', ...value }],
  ...changes,
})

describe('values over time', () => {
  test('of one laboratory, method and unit are one line, whatever their capitals', () => {
    const latest = at('2026-10-01')
    const earlier = at('2026-03-01', { laboratory: 'LABORATORIO  ejemplo' }, { marker: 'vitamina d', value: '18' })

    const [marker] = collectMarkersOverTime(latest, [latest, earlier])

    expect(marker?.differences).toEqual([])
    expect(marker?.series.map(({ points }) => points.map(({ printed }) => printed))).toEqual([['18', '24']])
  })

  test.each([
    ['laboratory', { laboratory: 'Otro' }, {}, ['laboratorio']],
    ['method', { method: 'CLIA' }, {}, ['método']],
    ['unit', {}, { unit: 'nmol/l' }, ['unidad']],
    ['unit by its capitals', {}, { unit: 'Ng/ml' }, ['unidad']],
    ['laboratory and method', { laboratory: 'Otro', method: 'CLIA' }, {}, ['laboratorio', 'método']],
  ])('of another %s are never in it', (_, changes, value, differences) => {
    const latest = at('2026-10-01')

    const [marker] = collectMarkersOverTime(latest, [at('2026-03-01', changes, value), latest])

    expect(marker?.differences).toEqual(differences)
    expect(marker?.series.map(({ points }) => points.length)).toEqual([1, 1])
  })

  test('are of one unit however its litres are written', () => {
    const latest = at('2026-10-01')

    const [marker] = collectMarkersOverTime(latest, [at('2026-03-01', {}, { unit: 'ng/mL' }), latest])

    expect(marker?.series).toHaveLength(1)
  })

  test('of what was measured once there are none', () => {
    const latest = at('2026-10-01')

    expect(collectMarkersOverTime(latest, [latest])).toEqual([])
  })
})

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => `Marcador ${index};1`).join('\n')
const read = (text: string, known: Parameters<typeof readAnalysisCsv>[1] = []) => readAnalysisCsv(text, known)

describe('pasted values', () => {
  test('are read with their decimal commas and comparators, by the names of their columns', () => {
    const { rows, problem } = read(
      'Valor;Marcador;Intervalo de referencia;Unidad\n"<38,5";Calprotectina;menos de 50;µg/g\n',
    )

    expect(problem).toBeUndefined()
    expect(rows).toEqual([
      {
        line: 2,
        texts: { marker: 'Calprotectina', value: '<38,5', unit: 'µg/g', range: 'menos de 50' },
        problem: undefined,
      },
    ])
  })

  test('without names are read in the order of the grid, from a spreadsheet too', () => {
    expect(read('Zinc\t0,4\tmg/l\t0,7 a 1,2').rows).toMatchObject([
      { texts: { marker: 'Zinc', value: '0,4', unit: 'mg/l', range: '0,7 a 1,2' }, problem: undefined },
    ])
  })

  test('say of every refused row why', () => {
    const known = [{ marker: 'Zinc', value: '1', unit: 'mg/l', range: '' }]
    const rows = [
      ';0,4;mg/l;',
      'Hierro;;µg/dl;',
      'ZINC;0,5;mg/l;',
      'Sodio;140;mmol/l;135 - 145;otra',
      `Cobre;${'9'.repeat(41)};µg/dl;`,
      'Sangre oculta;No detectada',
    ]

    const { rows: readRows } = read(rows.join('\n'), known)

    expect(readRows.map(({ problem }) => problem)).toEqual([
      'Marcador: Escribe qué se ha medido',
      'Valor: Escribe el valor como está impreso',
      'El marcador ya está, con la misma unidad',
      'Tiene 5 columnas y se leen 4',
      'Valor: Puede tener como máximo 40 caracteres',
      undefined,
    ])
  })

  test('take the corrected repetition of a row that is refused', () => {
    expect(read('Hierro;;µg/dl\nHierro;80;µg/dl').rows.map(({ problem }) => problem)).toEqual([
      'Valor: Escribe el valor como está impreso',
      undefined,
    ])
  })

  test('whose decimal commas separated columns are not taken for others', () => {
    expect(read('Zonulina,45,3,ng/ml\nZinc,"0,4",mg/l').rows.map(({ problem }) => problem)).toEqual([
      'Unidad: «3» no es una unidad. Separa las columnas con punto y coma',
      undefined,
    ])
  })

  test('are as many as an analysis has room for', () => {
    const known = [{ marker: 'Zinc', value: '1', unit: 'mg/l', range: '' }]

    expect(read(rowsOf(150), known).rows.map(({ problem }) => problem)).toEqual([
      ...Array.from({ length: 149 }),
      'Caben 150 valores',
    ])
    expect(read(rowsOf(20_000))).toEqual({
      rows: [],
      problem: 'Hay 20000 filas y caben 150: pega solo las de esta analítica.',
    })
  })

  test('that are no table say so', () => {
    expect(read('"abierto;1').problem).toMatch('comillas')
    expect(read('').problem).toBe('No hay ninguna fila.')
  })
})
