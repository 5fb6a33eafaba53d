import { waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import type { RefusalCode } from '#contract/refusals'
import { getRefusalField } from '../../../frontend/src/api/refusal-fields.ts'
import { fakeApi } from '../../support/fake-api.ts'
import { formsOfPractice } from '../../support/forms-of-practice.ts'
import { formsOutsidePractice } from '../../support/forms-of-clients.ts'
import { formsSentElsewhere } from '../../support/forms-sent-elsewhere.ts'
import { describedTexts, routeOf, send, type SendableForm } from '../../support/sendable-form.ts'
import { stubAccountWithoutFactors } from '../../support/settings-app.ts'

beforeEach(() => {
  vi.setSystemTime('2026-11-21T09:00:00.000Z')
  stubAccountWithoutFactors()
})

interface NamedForm extends SendableForm {
  readonly form: string
}

const forms: Readonly<Record<string, NamedForm>> = {
  ...Object.fromEntries(
    Object.entries<SendableForm>({ ...formsOfPractice, ...formsOutsidePractice }).map(([form, sendable]) => [
      form,
      { ...sendable, form },
    ]),
  ),
  ...formsSentElsewhere,
}

const contractRoute = ({ method, path }: Endpoint) => `${method} ${path}`

const fieldOf = (endpoint: Endpoint, code: RefusalCode) => getRefusalField({ code, route: contractRoute(endpoint) })

const hasFieldRefusal = (endpoint: Endpoint) => endpoint.refusals.some((code) => fieldOf(endpoint, code))

/** Refusals of a field without an input, which this form's request cannot cause. */
const withoutInput: Readonly<Record<string, readonly RefusalCode[]>> = {
  // Sends hour and notes unchanged.
  'confirm-request': ['slot-taken', 'too-soon', 'health-basis-required'],
  // Has no birth date.
  purchase: ['too-young'],
  // Only paid hours need the express request.
  request: ['early-start-required'],
  'moved consultation': ['early-start-required'],
  // The length is that of the payment.
  'moved paid consultation': ['request-too-long'],
}

const isAtField = (name: string, { endpoint }: NamedForm, code: RefusalCode) =>
  fieldOf(endpoint, code) !== undefined && !withoutInput[name]?.includes(code)

const withFieldRefusals = Object.entries(forms).filter(([name, form]) =>
  form.endpoint.refusals.some((code) => isAtField(name, form, code)),
)

/** Concurrent changes are merged into the answers: test/frontend/questionnaire/. */
const isMerged = (name: string, code: RefusalCode) => name === 'questionnaire' && code === 'changed-meanwhile'

const withOtherRefusals = Object.entries(forms).flatMap(([name, form]) =>
  form.endpoint.refusals
    .filter((code) => !isAtField(name, form, code) && !isMerged(name, code))
    .map((code) => [name, code, form] as const),
)

test('every endpoint that refuses one field with a code is asked by a form in this test', () => {
  const endpoints = Object.values(endpointsByDomain).flatMap((domain): readonly Endpoint[] => Object.values(domain))
  const sent = new Set(Object.values(forms).map(({ endpoint }) => contractRoute(endpoint)))

  const unsent = endpoints.filter(hasFieldRefusal).map(contractRoute)

  expect(new Set(unsent.filter((route) => !sent.has(route)))).toEqual(
    new Set([
      // A button per hour, without a form.
      'POST /slots/proposals/choose',
      'POST /consultations/mine/proposals/{orderId}/choose',
      'POST /consultations/to-schedule/{orderId}/proposals',
      'POST /consultations/mine/waiting-list/take',
      'POST /slots/freed/take',
      // The import shows problems by row.
      'PUT /customers/imports/{importId}/chunks/{chunk}',
      'POST /slots/hold',
      // A button without a form.
      'POST /payments/checkout/anonymous',
    ]),
  )
})

const errorTexts = (input: Element) =>
  (input.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => document.getElementById(id))
    .flatMap((element) => (element?.classList.contains('field-error') ? [element.textContent] : []))

const toldAbove = () => [...document.querySelectorAll('form [role=alert]')].map(({ textContent }) => textContent)

const focused = () => document.activeElement ?? document.body

const otherText = 'Así no vale'

async function findRefusedInput(form: NamedForm, code: RefusalCode) {
  fakeApi.refuse(routeOf(form) as never, code)
  await send(form.form, form)
  return waitFor(() => {
    const input = focused()
    const [text] = errorTexts(input).filter((each) => each && each !== otherText)
    expect([input.getAttribute('aria-invalid'), text], code).toEqual(['true', expect.any(String)])
    return { input, text: text ?? '' }
  })
}

test.each(withFieldRefusals)(
  'a refusal of one field of %s stands at that field, which has the focus, and not above as well',
  { timeout: 60_000 },
  async (name, form) => {
    await form.open()
    const codes = form.endpoint.refusals.filter((code) => isAtField(name, form, code))
    for (const code of codes) {
      // oxlint-disable no-await-in-loop -- one after the other, as somebody sends them
      const { input, text } = await findRefusedInput(form, code)
      expect(toldAbove().filter((told) => told.includes(text))).toEqual([])

      fakeApi.refuse(routeOf(form) as never, 'invalid-input', { [fieldOf(form.endpoint, code) ?? '']: [otherText] })
      await send(form.form, form)
      await waitFor(() => expect(describedTexts(focused()), code).toContain(otherText))
      // oxlint-enable no-await-in-loop
      expect(focused()).toBe(input)
    }

    expect(codes).not.toEqual([])
  },
)

const notices = () =>
  [...document.querySelectorAll('[role=alert], [role=status], [data-sonner-toast], .uploads')].map(
    ({ textContent }) => textContent,
  )

test.each(withOtherRefusals)(
  '%s refused as %s, which is of no single field, says so of the whole',
  { timeout: 60_000 },
  async (_, code, form) => {
    await form.open()
    const before = notices()
    fakeApi.refuse(routeOf(form) as never, code)

    await send(form.form, form)

    await waitFor(() => expect(notices().filter((told) => told && !before.includes(told))).not.toEqual([]))
    expect([...document.querySelectorAll(`form[data-form="${form.form}"] [aria-invalid=true]`)]).toEqual([])
  },
)
