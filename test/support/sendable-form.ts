import { fireEvent, screen, waitFor } from '@testing-library/preact'
import type * as z from 'zod/mini'
import type { AccountSettings } from '#contract/account-settings'
import type { Endpoint } from '#contract/endpoint'
import { openProductPath, signInAsRole } from './browser-app.tsx'
import { fakeApi } from './fake-api.ts'
import { sampleAccountSettings } from './settings-app.ts'

export interface SendableForm {
  readonly endpoint: Endpoint
  readonly params?: Readonly<Record<string, string>>
  readonly open: () => Promise<unknown>
  /** Fields of the request without an input in this form; their errors are shown above it. */
  readonly above?: readonly string[]
  readonly ready?: () => unknown
  /** A button after the one that submits the form. */
  readonly confirm?: string
}

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, unknown>>
  readonly options?: readonly z.ZodMiniType[]
  readonly innerType?: z.ZodMiniType
}

export function listFields(schema: z.ZodMiniType | undefined): readonly string[] {
  const { shape, options, innerType } = (schema?.def ?? { type: 'none' }) as unknown as Definition
  if (innerType) return listFields(innerType)
  if (options) return [...new Set(options.flatMap(listFields))]
  return Object.keys(shape ?? {})
}

export const routeOf = ({ endpoint: { method, path }, params = {} }: SendableForm): string =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'missing')}`

export const formNamed = async (name: string): Promise<HTMLFormElement> =>
  waitFor(() => {
    const form = document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`)
    if (!form) throw new Error(`no form ${name}`)
    return form
  })

/** By the `name` of the input; a value of true ticks it. */
export async function fillIn(name: string, values: Readonly<Record<string, string | true>>): Promise<void> {
  const form = await formNamed(name)
  for (const [input, value] of Object.entries(values)) {
    // oxlint-disable-next-line no-await-in-loop -- an input may come only when another is filled in
    const field = await waitFor(() => {
      const found = form.querySelector<HTMLInputElement>(`[name="${input}"]`)
      if (!found) throw new Error(`no input ${input} in ${name}`)
      return found
    })
    if (value === true) fireEvent.click(field)
    else fireEvent.change(field, { target: { value } })
  }
}

export async function tickEarlyStart(name: string): Promise<void> {
  const box = (await formNamed(name)).querySelector('[name=consents]:not(:checked)')
  if (box) fireEvent.click(box)
}

export async function send(name: string, { ready, confirm }: SendableForm): Promise<void> {
  await ready?.()
  const form = await formNamed(name)
  const button = await waitFor(() => {
    const found = form.querySelector<HTMLButtonElement>('button[type=submit]:not(:disabled)')
    if (!found) throw new Error(`${name} cannot be sent`)
    return found
  })
  fireEvent.click(button)
  if (confirm) await press(confirm)
}

export const describedTexts = (input: Element): string =>
  [input, input.closest('fieldset')]
    .flatMap((element) => element?.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

export const press = async (name: string | RegExp): Promise<void> =>
  void fireEvent.click(await screen.findByRole('button', { name }))

export function openOwnSettings(changes: Partial<AccountSettings> = {}): void {
  signInAsRole('cliente')
  fakeApi.answer('GET /account/settings', { ...sampleAccountSettings, ...changes })
  openProductPath('/client?tab=settings')
}
