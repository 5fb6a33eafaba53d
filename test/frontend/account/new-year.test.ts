import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  buildRecoveryCodesFileName,
  buildRecoveryCodesFileText,
} from '../../../frontend/src/features/mfa/recovery-codes-file.ts'
import { RegistrationFormSchema } from '../../../frontend/src/features/account/registration-schema.ts'
import { formatInstantAsDay, formatInstantAsShortDay } from '../../../frontend/src/ui/format.ts'
import { getPracticeToday } from '../../../frontend/src/ui/wall-time.ts'

/** 00:30 on January 1st in Madrid. */
const NIGHT = '2026-12-31T23:30:00.000Z'

beforeEach(() => vi.useFakeTimers({ now: Date.parse(NIGHT) }))
afterEach(() => vi.useRealTimers())

const birthDateProblems = (day: string) =>
  RegistrationFormSchema.safeParse({ fecha_de_nacimiento: day })
    .error?.issues.filter(({ path }) => path[0] === 'fecha_de_nacimiento')
    .map(({ message }) => message)

test('the screens show the day of the practice', () => {
  expect(getPracticeToday()).toBe('2027-01-01')
  expect(formatInstantAsDay(NIGHT)).toBe('1 de enero de 2027')
  expect(formatInstantAsShortDay(NIGHT)).toBe('01/01/2027')
})

test('recovery codes saved then carry the day of the new year', () => {
  expect(buildRecoveryCodesFileName(new Date())).toContain('2027-01-01')
  expect(buildRecoveryCodesFileText(['AAAA-BBBB'], new Date())).toContain('Fecha: 2027-01-01')
})

test('REG-05 whoever becomes old enough with the new year may register, and nobody born a day later', () => {
  expect(birthDateProblems('2011-01-01')).toEqual([])
  expect(birthDateProblems('2011-01-02')).toEqual(['Debes tener al menos 16 años para registrarte'])
  expect(birthDateProblems('2027-01-02')).toEqual(['La fecha de nacimiento no puede ser futura'])
})
