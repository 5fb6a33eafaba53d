import { describe, expect, test } from 'vitest'
import { messages } from '#contract/messages'
import { createLambdaHandler } from '../../../functions/messages/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditedActions } from '../../support/practice.ts'

const texts = { name: 'Café', text: 'Mejor una hora después del café.' }
const template = { ...texts, requestId: '00000000-0000-4000-8000-000000000001' }

async function aPractice() {
  const practice = await createTestPractice()
  const elena = await createAdministrador(practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(elena, practice)
  const list = async () => (await ask(messages.listTemplates, { as: as() })).body.items
  const save = (body: object = template) => ask(messages.saveTemplate, { as: as(), body })
  return { practice, ask, as, list, save }
}

describe('templates of answers', () => {
  test('are kept, changed and removed by the practice', async () => {
    const { ask, as, list, save } = await aPractice()
    const { body: saved } = await save()
    const params = { templateId: saved.templateId }
    expect(await list()).toEqual([{ ...texts, ...params, version: 1 }])

    const changed = { ...texts, text: 'Una hora antes.', version: 1 }
    const first = await ask(messages.changeTemplate, { as: as(), params, body: changed })
    const again = await ask(messages.changeTemplate, { as: as(), params, body: changed })
    const stale = await ask(messages.changeTemplate, { as: as(), params, body: { ...changed, name: 'Té' } })

    expect(again).toEqual(first)
    expect(stale.body).toEqual({ code: 'changed-meanwhile' })
    expect(await list()).toEqual([{ ...texts, text: 'Una hora antes.', ...params, version: 2 }])
    await ask(messages.removeTemplate, { as: as(), params })
    expect(await list()).toEqual([])
    expect((await ask(messages.removeTemplate, { as: as(), params })).body.code).toBe('not-found')
  })

  test('are kept once where the answer was lost and the same is sent again', async () => {
    const { practice, list, save } = await aPractice()
    const first = await save()
    practice.clock.advance({ minutes: 1 })

    const again = await save()

    expect(first.status).toBe(201)
    expect(again).toEqual(first)
    expect(await list()).toEqual([first.body])
    expect(await listAuditedActions(practice)).toEqual(['REPLY_TEMPLATE_SAVED'])
  })

  test('are kept of a page that was opened before a deployment and names no request', async () => {
    const { list, save } = await aPractice()

    const first = await save(texts)
    const second = await save(texts)

    expect([first.status, second.status]).toEqual([201, 201])
    expect(await list()).toHaveLength(2)
  })

  test('that were corrected after a lost answer are kept as corrected', async () => {
    const { list, save } = await aPractice()
    await save()

    const { body } = await save({ ...template, text: 'Una hora antes.' })

    expect(body.text).toBe('Una hora antes.')
    expect(await list()).toContainEqual(body)
  })
})
