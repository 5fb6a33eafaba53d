import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../support/fake-api.ts'
import { formsOfPractice } from '../../support/forms-of-practice.ts'
import { formsOutsidePractice } from '../../support/forms-of-clients.ts'
import { listFormNames } from '../../support/form-names.ts'
import { describedTexts, listFields, routeOf, send, type SendableForm } from '../../support/sendable-form.ts'
import { stubAccountWithoutFactors } from '../../support/settings-app.ts'

// There is only one language, so the select could not change; a second one makes the test independent of that.
vi.mock(import('#contract/product'), async (original) => ({
  ...(await original()),
  supportedLanguages: ['es', 'gl'] as never,
}))

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubAccountWithoutFactors()
})

const forms: Readonly<Record<string, SendableForm>> = { ...formsOfPractice, ...formsOutsidePractice }

/** Cognito answers these, and names no field. */
const answeredByCognito = ['invited-password', 'reset-request', 'sign-in']

test('every form that our API answers is sent in this test', () => {
  const sent = [...Object.keys(forms), ...answeredByCognito].toSorted()

  expect(sent, 'how a form is filled in stands in test/support/forms-of-*.ts').toEqual(listFormNames())
})

const textFor = (field: string) => `El campo ${field} no vale`

const samples: Readonly<Record<string, string>> = { date: '2026-12-31', time: '10:00' }

async function changeAndRestore(input: HTMLInputElement, isChanged: () => Promise<void>): Promise<void> {
  if (input.type === 'radio') {
    const other = [...document.querySelectorAll<HTMLInputElement>(`[name="${input.name}"]`)].find(
      (each) => !each.checked,
    )
    fireEvent.click(other ?? input)
    return isChanged()
  }
  if (input.type === 'checkbox') {
    fireEvent.click(input)
    await isChanged()
    fireEvent.click(input)
    return
  }
  const { value } = input
  const options = [...input.querySelectorAll('option')].map((option) => option.value)
  const other = options.find((each) => each !== value) ?? (value ? '' : (samples[input.type] ?? '1'))
  fireEvent.change(input, { target: { value: other } })
  await isChanged()
  fireEvent.change(input, { target: { value } })
}

test('of several fields that the server refuses, the first of the form gets the focus', async () => {
  const { guardian } = formsOutsidePractice
  await guardian.open()
  fakeApi.refuse('POST /account/guardian', 'invalid-input', { email: ['No es suyo'], name: ['Falta un apellido'] })

  await send('guardian', guardian)

  await waitFor(() => expect(describedTexts(document.activeElement ?? document.body)).toBe('Falta un apellido'))
  expect(screen.getByLabelText('Su email').getAttribute('aria-invalid')).toBe('true')
})

const describedByFocus = () => describedTexts(document.activeElement ?? document.body)

async function findAbove(field: string): Promise<void> {
  const [message] = await screen.findAllByText(textFor(field))
  expect(message?.closest('[role=alert], .uploads'), field).not.toBeNull()
}

async function findAtFieldUntilChanged(field: string): Promise<void> {
  await waitFor(() => expect(describedByFocus(), field).toContain(textFor(field)))
  await changeAndRestore(document.activeElement as HTMLInputElement, () =>
    waitFor(() => expect(describedByFocus(), field).not.toContain(textFor(field))),
  )
}

test.each(Object.entries(forms))(
  'what the server says of a field of %s is shown at the field and goes with its change, and nothing is lost',
  { timeout: 60_000 },
  async (name, form) => {
    const fields = listFields(form.endpoint.body)
    const told: string[] = []
    await form.open()
    for (const field of fields) {
      fakeApi.refuse(routeOf(form) as never, 'invalid-input', { [field]: [textFor(field)] })
      // oxlint-disable no-await-in-loop -- one after the other, as somebody sends them
      await send(name, form)
      await (form.above?.includes(field) ? findAbove(field) : findAtFieldUntilChanged(field))
      // oxlint-enable no-await-in-loop
      told.push(field)
    }

    expect(told).toEqual(fields)
    expect(told).not.toEqual([])
  },
)
