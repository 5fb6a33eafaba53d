import { assert, constantFrom, constant, integer, nat, option, property, record, string, subarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/calendar-days'
import {
  type DosingCourse,
  computeDosesOnDay,
  computeDoseTimes,
  Dosing,
  doseFoodRelations,
  doseFrequencies,
  isDoseDay,
  dosePatterns,
  computePackRunOutDay,
  doseTimeOptions,
  removeEquivalentDoseTimes,
  doseUnits,
} from '#contract/dosing'
import { findDosingContradiction } from '#contract/dosing-contradiction'
import { formatDosage, formatDoseFrequency, formatDoseUnit, formatDosingInstructions } from '#contract/dosing-text'
import { describeDosesInZone } from '../support/dosing-properties.ts'
import { parseDosage, parseDoseFrequency, parseDosingInstructions } from '../support/parse-dosing-text.ts'

describeDosesInZone('Europe/Madrid')

const aCourse = (changes: Partial<DosingCourse> = {}): DosingCourse => ({
  frequency: '1 vez al día',
  times: ['Mañana'],
  pattern: 'Continuo',
  startDate: '2026-03-02',
  endDate: null,
  ...changes,
})

/** From the start on: `1` for a day with doses, `0` for another. */
const daysOf = (course: DosingCourse, days: number) =>
  Array.from({ length: days }, (_, day) => (isDoseDay(course, addDays(course.startDate, day)) ? '1' : '0')).join('')

describe('SUP-09 the pattern', () => {
  // 2 March 2026 is a Monday; on the 29th the clocks change.
  test.each([
    ['Continuo', '1111111111111111111111111111111111'],
    ['5 días sí 2 días no', '1111100111110011111001111100111110'],
    ['3 semanas sí 1 semana no', '1111111111111111111110000000111111'],
    ['Solo fines de semana', '0000011000001100000110000011000001'],
    ['Solo días laborables', '1111100111110011111001111100111110'],
  ] as const)('%s holds across the change of clocks', (pattern, days) => {
    expect(daysOf(aCourse({ pattern }), 34)).toBe(days)
  })

  test('1 mes sí 1 mes no goes by calendar months', () => {
    const course = aCourse({ pattern: '1 mes sí 1 mes no', startDate: '2026-01-31' })

    const days = ['2026-01-31', '2026-02-27', '2026-02-28', '2026-03-30', '2026-03-31', '2026-04-29', '2026-04-30']

    expect(days.map((day) => isDoseDay(course, day))).toEqual([true, true, false, false, true, true, false])
  })

  test('of weekdays counts from no start: a course that starts on a Thursday rests on its first weekend', () => {
    expect(daysOf(aCourse({ pattern: 'Solo días laborables', startDate: '2026-03-05' }), 7)).toBe('1100111')
  })
})

describe('SUP-06 the frequency', () => {
  test.each([
    ['1 vez al día', '11111111111111'],
    ['Cada 2 días', '10101010101010'],
    ['3 veces por semana', '10101001010100'],
    ['1 vez por semana', '10000001000000'],
  ] as const)('%s', (frequency, days) => {
    expect(daysOf(aCourse({ frequency }), 14)).toBe(days)
  })

  test('three times a week on working days is Monday, Wednesday and Friday, whenever the course starts', () => {
    const course = aCourse({
      frequency: '3 veces por semana',
      pattern: 'Solo días laborables',
      startDate: '2026-03-05',
    })

    expect(daysOf(course, 9)).toBe('010010101')
  })
})

describe('a course', () => {
  test('has nothing due before its first day or after its last', () => {
    const course = aCourse({ startDate: '2026-03-02', endDate: '2026-03-04' })

    const due = ['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].map((day) => isDoseDay(course, day))

    expect(due).toEqual([false, true, true, false])
  })

  const anyDay = integer({ min: 0, max: 9000 }).map((days) => addDays('2015-01-01', days))
  const anyCourse = record({
    frequency: constantFrom(...doseFrequencies),
    times: subarray([...doseTimeOptions]),
    pattern: constantFrom(...dosePatterns),
    startDate: anyDay,
    endDate: constant(null),
  })

  test('is due or not on every day there is, and each dose of a day is due once', () => {
    assert(
      property(anyCourse, nat(1500), (course, later) => {
        const due = computeDosesOnDay(course, addDays(course.startDate, later))
        expect(new Set(due).size).toBe(due.length)
      }),
    )
  })

  test('never asks for more than its pattern allows: five days of seven, 21 of 28', () => {
    assert(
      property(anyCourse, nat(400), (course, weeks) => {
        const from = addDays(course.startDate, weeks * 28)
        const days = Array.from({ length: 28 }, (_, day) => isDoseDay(course, addDays(from, day))).filter(
          Boolean,
        ).length
        const most = { '5 días sí 2 días no': 20, '3 semanas sí 1 semana no': 21, 'Solo fines de semana': 8 } as const
        expect(days).toBeLessThanOrEqual(
          Object.hasOwn(most, course.pattern) ? most[course.pattern as keyof typeof most] : 28,
        )
      }),
    )
  })

  test('days follow each other without gap or repetition, leap years and changes of clocks included', () => {
    assert(
      property(anyDay, (day) => {
        const next = addDays(day, 1)
        expect(next > day).toBe(true)
        expect(addDays(next, -1)).toBe(day)
      }),
    )
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
  })
})

describe('A-66 the doses of a day', () => {
  test.each([
    ['2 veces al día', ['Noche', 'Con desayuno'], ['Con desayuno', 'Noche']],
    ['1 vez al día', ['Con cena'], ['Con cena']],
    ['1 vez al día', ['Mañana', 'Con desayuno'], ['Con desayuno']],
    ['3 veces al día', ['Mañana', 'Mediodía', 'Noche', 'Con comida'], ['Mañana', 'Con comida', 'Noche']],
    ['2 veces al día', ['Tarde', 'Entre comidas'], ['Tarde', 'Entre comidas']],
  ] as const)('%s at %j', (frequency, chosen, due) => {
    expect(computeDoseTimes({ frequency, times: [...chosen] })).toEqual(due)
  })

  test.each([
    ['2 veces al día', [], []],
    ['2 veces al día', ['Con desayuno'], ['Con desayuno']],
    ['2 veces al día', ['Mañana', 'Con desayuno'], ['Con desayuno']],
    ['1 vez al día', ['Mañana', 'Mediodía', 'Tarde', 'Noche'], ['Mañana']],
    ['Cada 2 días', [], []],
    ['3 veces por semana', ['Con cena', 'Mañana'], ['Mañana']],
  ] as const)('%s at %j contradicts itself: the fewer count, and no moment is invented', (frequency, chosen, due) => {
    expect(computeDoseTimes({ frequency, times: [...chosen] })).toEqual(due)
  })
})

describe('A-66 a prescription says one thing', () => {
  const rule = {
    frequency: '1 vez al día',
    times: ['Noche'],
    pattern: 'Continuo',
    foodRelation: 'Indiferente',
  } as const
  const contradiction = (changes: object) => findDosingContradiction({ ...rule, times: [...rule.times], ...changes })

  test.each([
    [{}],
    [{ times: ['Mañana', 'Con desayuno'] }],
    [{ frequency: '2 veces al día', times: ['Con desayuno', 'Noche'], foodRelation: 'Después de comer' }],
    [{ times: ['Con desayuno'], foodRelation: 'Antes de comer' }],
    [{ frequency: 'Cada 2 días', pattern: 'Solo fines de semana' }],
    [{ frequency: '3 veces por semana', pattern: 'Solo días laborables' }],
    [{ startDate: '2026-11-21', endDate: '2026-11-21' }],
  ])('%j does', (changes) => {
    expect(contradiction(changes)).toBeUndefined()
  })

  test.each([
    [
      { times: ['Mañana', 'Mediodía', 'Tarde', 'Noche'] },
      { field: 'times', text: '1 vez al día, pero has marcado 4 momentos' },
    ],
    [{ times: [] }, { field: 'times', text: '1 vez al día, pero no has marcado ningún momento' }],
    [{ frequency: '3 veces al día' }, { field: 'times', text: '3 veces al día, pero has marcado 1 momento' }],
    [
      { frequency: '2 veces al día', times: ['Mañana', 'Con desayuno'] },
      {
        field: 'times',
        text: '2 veces al día, pero has marcado 1 momento («Mañana» y «Con desayuno» son el mismo)',
      },
    ],
    [
      { frequency: '1 vez por semana', times: ['Mañana', 'Noche'] },
      { field: 'times', text: '1 vez por semana es una toma por día, pero has marcado 2 momentos' },
    ],
    [
      { frequency: '3 veces por semana', pattern: 'Solo fines de semana' },
      { field: 'pattern', text: '3 veces por semana, pero un fin de semana solo tiene 2 días' },
    ],
    [
      { times: ['Con desayuno'], foodRelation: 'En ayunas' },
      { field: 'foodRelation', text: 'En ayunas, pero has marcado «Con desayuno»' },
    ],
    [
      { times: ['Entre comidas'], foodRelation: 'Con comida' },
      { field: 'foodRelation', text: 'Con comida, pero has marcado «Entre comidas»' },
    ],
    [
      { frequency: '2 veces al día', times: ['Con cena', 'Entre comidas'], foodRelation: 'Antes de comer' },
      { field: 'foodRelation', text: 'Antes de comer, pero has marcado «Entre comidas»' },
    ],
    [
      { pattern: 'Solo fines de semana', startDate: '2026-11-23', endDate: '2026-11-27' },
      { field: 'endDate', text: 'Entre estas fechas no toca ninguna toma' },
    ],
  ])('%j does not', (changes, found) => {
    expect(contradiction(changes)).toEqual(found)
  })
})

describe('the day a pack runs out', () => {
  test.each([
    ['1 vez al día', 'Continuo', 30, '2026-03-31'],
    ['2 veces al día', 'Continuo', 30, '2026-03-16'],
    ['1 vez al día', '5 días sí 2 días no', 10, '2026-03-13'],
    ['1 vez por semana', 'Continuo', 4, '2026-03-23'],
  ] as const)('%s, %s, %d doses', (frequency, pattern, packDoses, day) => {
    const moments = frequency === '2 veces al día' ? (['Mañana', 'Noche'] as const) : (['Mañana'] as const)

    expect(computePackRunOutDay(aCourse({ frequency, pattern, times: [...moments] }), packDoses)).toBe(day)
  })

  test('is none when the course ends before', () => {
    expect(computePackRunOutDay(aCourse({ endDate: '2026-03-10' }), 30)).toBeUndefined()
  })
})

describe('SUP-10 SUP-11 the strings of the specification', () => {
  const golden = {
    name: 'Lactobacillus rhamnosus GG',
    amount: 2.5,
    unit: 'ml',
    frequency: '2 veces al día',
    times: ['Mañana', 'Con cena'],
    foodRelation: 'Antes de comer',
    pattern: '5 días sí 2 días no',
    instructions: 'Con un vaso de agua.\nGuardar en la nevera.',
  } as const
  const lines =
    'Suplemento: Lactobacillus rhamnosus GG\nCómo tomar con comida: Antes de comer\nPatrón: 5 días sí 2 días no\nInstrucciones: Con un vaso de agua.\nGuardar en la nevera.'

  test('are written', () => {
    expect(formatDosage(golden)).toBe('2.5 ml')
    expect(formatDoseFrequency({ ...golden, times: [...golden.times] })).toBe('2 veces al día - Mañana, Con cena')
    expect(formatDoseFrequency({ ...golden, times: [] })).toBe('2 veces al día')
    const byMeal = ['Mañana', 'Mediodía', 'Noche', 'Con desayuno', 'Con cena'] as const
    expect(formatDoseFrequency({ frequency: '3 veces al día', times: [...byMeal] })).toBe(
      '3 veces al día - Mediodía, Con desayuno, Con cena',
    )
    expect(formatDoseFrequency({ frequency: '1 vez al día', times: [...byMeal] })).toBe(
      `1 vez al día - ${byMeal.join(', ')}`,
    )
    expect(formatDosingInstructions(golden)).toBe(lines)
    expect(formatDosingInstructions({ ...golden, instructions: null })).toBe(lines.split('\nInstrucciones')[0])
  })

  test('are read back', () => {
    expect(parseDosage('2.5 ml')).toEqual({ amount: 2.5, unit: 'ml' })
    expect(parseDosage('2,5 ml')).toEqual({ amount: 2.5, unit: 'ml' })
    expect(parseDoseFrequency('2 veces al día - Mañana, Con cena')).toEqual({
      frequency: '2 veces al día',
      times: ['Mañana', 'Con cena'],
    })
    expect(parseDosingInstructions(lines)).toEqual({
      name: golden.name,
      foodRelation: golden.foodRelation,
      pattern: golden.pattern,
      instructions: golden.instructions,
    })
  })

  test.each([
    [1, 'capsulas', 'cápsula'],
    [2, 'capsulas', 'cápsulas'],
    [0.5, 'comprimidos', 'comprimidos'],
    [1, 'dosificador', 'dosificador'],
    [3, 'dosificador', 'dosificadores'],
    [1, 'gotas', 'gota'],
    [20, 'mg', 'mg'],
  ] as const)('%d %s is said as %s', (amount, unit, word) => {
    expect(formatDoseUnit({ amount, unit })).toBe(word)
  })

  const anyText = string({ minLength: 1, maxLength: 60 })
    .map((text) => text.replaceAll(/[\n\r]/g, ' ').trim())
    .filter((text) => text !== '')

  test('whatever is dosed is read back as it was written', () => {
    const anyDosing = record({
      name: anyText,
      amount: integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100),
      unit: constantFrom(...doseUnits),
      frequency: constantFrom(...doseFrequencies),
      times: subarray([...doseTimeOptions]),
      foodRelation: constantFrom(...doseFoodRelations),
      pattern: constantFrom(...dosePatterns),
      instructions: option(anyText),
    })
    assert(
      property(anyDosing, ({ name, amount, unit, frequency, times: chosen, foodRelation, pattern, instructions }) => {
        expect(parseDosage(formatDosage({ amount, unit }))).toEqual({ amount, unit })
        const said = { frequency, times: removeEquivalentDoseTimes({ frequency, times: chosen }) }
        expect(parseDoseFrequency(formatDoseFrequency({ frequency, times: chosen }))).toEqual(said)
        expect(
          parseDosingInstructions(formatDosingInstructions({ name, foodRelation, pattern, instructions })),
        ).toEqual({
          name,
          foodRelation,
          pattern,
          instructions,
        })
      }),
    )
  })
})

describe('SUP-05 SUP-06 SUP-07 SUP-08 SUP-09 the lists', () => {
  test('are those of the practice', () => {
    expect(doseUnits).toEqual(['mg', 'g', 'mcg', 'UI', 'capsulas', 'comprimidos', 'dosificador', 'gotas', 'ml'])
    expect(doseFrequencies).toEqual([
      '1 vez al día',
      '2 veces al día',
      '3 veces al día',
      'Cada 2 días',
      '3 veces por semana',
      '1 vez por semana',
    ])
    expect(doseTimeOptions).toEqual([
      'Mañana',
      'Mediodía',
      'Tarde',
      'Noche',
      'Con desayuno',
      'Con comida',
      'Con cena',
      'Entre comidas',
    ])
    expect(doseFoodRelations).toEqual(['Con comida', 'Antes de comer', 'Después de comer', 'En ayunas', 'Indiferente'])
    expect(dosePatterns).toEqual([
      'Continuo',
      '5 días sí 2 días no',
      '3 semanas sí 1 semana no',
      '1 mes sí 1 mes no',
      'Solo fines de semana',
      'Solo días laborables',
    ])
  })

  test('times are kept once each, in their order', () => {
    const dosing = {
      amount: 1,
      unit: 'g',
      frequency: '2 veces al día',
      foodRelation: 'Indiferente',
      pattern: 'Continuo',
    }

    expect(Dosing.parse({ ...dosing, times: ['Noche', 'Mañana', 'Noche'] }).times).toEqual(['Mañana', 'Noche'])
  })
})
