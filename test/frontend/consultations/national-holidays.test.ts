import { expect, test } from 'vitest'
import {
  computeEasterSunday,
  listNationalHolidays,
  listNationalHolidaysBetween,
} from '../../../frontend/src/features/consultations/national-holidays.ts'

/** As published; includes the earliest and the latest possible date. */
test.each([
  '1818-03-22',
  '1943-04-25',
  '2000-04-23',
  '2019-04-21',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2038-04-25',
  '2049-04-18',
])('A-70 Easter Sunday is %s', (day) => {
  expect(computeEasterSunday(Number(day.slice(0, 4)))).toBe(day)
})

test('A-70 the national holidays of 2027 are ten, with Good Friday among them', () => {
  expect(listNationalHolidays(2027).map(({ day, name }) => `${day} ${name}`)).toEqual([
    '2027-01-01 Año Nuevo',
    '2027-01-06 Epifanía del Señor',
    '2027-03-26 Viernes Santo',
    '2027-05-01 Fiesta del Trabajo',
    '2027-08-15 Asunción de la Virgen',
    '2027-10-12 Fiesta Nacional de España',
    '2027-11-01 Todos los Santos',
    '2027-12-06 Día de la Constitución',
    '2027-12-08 Inmaculada Concepción',
    '2027-12-25 Navidad',
  ])
})

test('A-70 those between two days of two years are told once, both days included', () => {
  expect(listNationalHolidaysBetween('2026-12-08', '2027-01-01').map(({ day }) => day)).toEqual([
    '2026-12-08',
    '2026-12-25',
    '2027-01-01',
  ])
})
