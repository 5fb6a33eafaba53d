import { afterEach, expect, test } from 'vitest'
import type { QuestionnaireField } from '#contract/questionnaire'
import {
  addHalfTypedEntries,
  dropStaleHalfTypedEntries,
  removeHalfTypedEntries,
} from '../../../frontend/src/features/questionnaire/half-typed-entries.ts'
import { emptyQuestionnaireAnswers } from '../../support/empty-questionnaire-answers.ts'

const typed = new Map<QuestionnaireField, string>()
const texts = {
  read: (field: QuestionnaireField) => typed.get(field) ?? '',
  write: (field: QuestionnaireField, text: string) => void typed.set(field, text),
}
afterEach(() => typed.clear())

const withAllergies = (...foodAllergies: string[]) => ({ ...emptyQuestionnaireAnswers, weight: 60, foodAllergies })

test('half an entry is in the draft, after those that are in the list, and once', () => {
  expect(addHalfTypedEntries(withAllergies('Kiwi'), texts)).toEqual(withAllergies('Kiwi'))
  typed.set('foodAllergies', ' Mango; kiwi ')

  expect(addHalfTypedEntries(withAllergies('Kiwi'), texts)).toEqual(withAllergies('Kiwi', 'Mango'))
})

test('half an entry of a draft stands in its field and not in the list, unless the list has had it before', () => {
  const draft = withAllergies('Kiwi', 'Mango')
  expect(removeHalfTypedEntries(draft, texts, {})).toEqual(draft)
  typed.set('foodAllergies', 'Mango')

  expect(removeHalfTypedEntries(draft, texts, {})).toEqual(withAllergies('Kiwi'))
  expect(removeHalfTypedEntries(draft, texts, { foodAllergies: ['Mango'] })).toEqual(draft)
})

test('half an entry that another device took out of the draft leaves its field, and one that is there stays', () => {
  typed.set('foodAllergies', 'Mango; Piña')
  dropStaleHalfTypedEntries(withAllergies('Kiwi', 'Piña'), texts)
  expect(texts.read('foodAllergies')).toBe('Mango; Piña')

  dropStaleHalfTypedEntries(withAllergies('Kiwi'), texts)

  expect(texts.read('foodAllergies')).toBe('')
})
