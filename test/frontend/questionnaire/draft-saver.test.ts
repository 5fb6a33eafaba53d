import { expect, test, vi } from 'vitest'
import { QuestionnaireAnswerValues, type QuestionnaireDraft } from '#contract/questionnaire'
import { ApiError } from '../../../frontend/src/api/api-error.ts'
import { QuestionnaireDraftSaver } from '../../../frontend/src/features/questionnaire/questionnaire-draft-saver.ts'
import { createUnsentAnswersStore } from '../../../frontend/src/features/questionnaire/unsent-answers.ts'

const at = (second: number) => `2026-11-21T09:00:0${second}.000Z`
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
    invalidate: () => undefined,
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

function aSaver() {
  const form = { shown: working('Maestra') }
  const joined = vi.fn<() => void>()
  const sent: PromiseWithResolvers<QuestionnaireDraft>[] = []
  const saver = new QuestionnaireDraftSaver({
    known: { answers: working(null), version: 1, draftAt: null },
    read: () => form.shown,
    show: (answers) => void (form.shown = answers),
    send: () => {
      const answer = Promise.withResolvers<QuestionnaireDraft>()
      sent.push(answer)
      return answer.promise
    },
    invalidate: () => undefined,
    copy: createUnsentAnswersStore('sub-2'),
    tell: () => undefined,
    joined,
  })
  return { saver, form, joined, sent }
}
const read = (occupation: string) => ({ answers: working(occupation), version: 1, draftAt: at(1) })

test('while the answers are saved no draft of them is sent beside them, whatever asks for it', async () => {
  const { saver, form, sent } = aSaver()

  await saver.pause()
  await saver.flush()
  expect(sent).toHaveLength(0)
  form.shown = working('Maestra de noche')
  saver.changed()
  saver.resume()
  void saver.flush()

  await vi.waitFor(() => expect(sent).toHaveLength(1))
  saver.end()
})

test('who waits for a draft on its way to save is not overtaken by another draft that waited for it as well', async () => {
  const { saver, sent } = aSaver()
  void saver.flush()
  await vi.waitFor(() => expect(sent).toHaveLength(1))

  const paused = saver.pause()
  const second = saver.flush()
  sent[0]?.reject(new ApiError('changed-meanwhile'))
  await paused
  await second

  expect(sent).toHaveLength(1)
  saver.resume()
  saver.end()
})

test('the own draft, read before it was answered, takes nothing over; another answer to the same question does', () => {
  const { saver, form } = aSaver()

  saver.learn(read('Maestra'))
  expect([saver.merges, saver.takeovers]).toEqual([1, 0])
  form.shown = working('Enfermera')
  saver.learn({ ...read('Abogada'), draftAt: at(2) })

  expect([saver.merges, saver.takeovers]).toEqual([2, 1])
  saver.end()
})

test('where somebody typed while the answers were saved, and signed out, the end of saving writes nothing into the browser', async () => {
  const { saver, form } = aSaver()
  await saver.pause()
  form.shown = working('Maestra de noche')
  saver.changed()
  saver.end()
  createUnsentAnswersStore('sub-2').remove()

  saver.restart({ ...read('Maestra'), version: 2 }, working('Maestra'))

  expect(createUnsentAnswersStore('sub-2').read()).toBeUndefined()
})
