import { expect, test, vi } from 'vitest'
import { QuestionnaireAnswerValues } from '#contract/questionnaire'
import { QuestionnaireDraftSaver } from '../../../frontend/src/features/questionnaire/questionnaire-draft-saver.ts'
import { createUnsentAnswersStore } from '../../../frontend/src/features/questionnaire/unsent-answers.ts'

const working = (occupation: string | null) => QuestionnaireAnswerValues.parse({ occupation })

test('what a form that is gone sent without an answer is no other device to the next form either', () => {
  const copy = createUnsentAnswersStore('sub-1')
  copy.write({
    base: working(null),
    answers: working('Enfermera'),
    sent: [working('Enfermera')],
    writtenAt: '2026-11-21T09:00:00.000Z',
  })
  const joined = vi.fn<() => void>()
  let shown = working('Enfermera')
  const saver = new QuestionnaireDraftSaver({
    known: { answers: working(null), version: 1, draftAt: null },
    read: () => shown,
    show: (answers) => void (shown = answers),
    send: () => Promise.reject(new Error('not asked here')),
    look: () => undefined,
    copy,
    tell: () => undefined,
    joined,
  })
  shown = working('Maestra')
  saver.changed()

  saver.learn({ answers: working('Enfermera'), version: 1, draftAt: '2026-11-21T09:00:02.000Z' })

  expect(shown.occupation).toBe('Maestra')
  expect(joined).not.toHaveBeenCalled()
  saver.end()
})
