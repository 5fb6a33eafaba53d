import { createContext, type ReactNode, type RefObject, useContext, useEffect, useEffectEvent, useState } from 'react'
import type { RefusalCode } from '#contract/refusals'
import { ApiError } from '../api/api-error.ts'
import { toErrorMessage } from '../api/error-message.ts'
import { scrollIntoViewOnMount } from './focus.ts'
import { NoticeBox } from './notice-box.tsx'

/** Names of inputs by the request's field, where they differ, such as `{ startsAt: 'time' }`. */
export type InputNamesByField = Readonly<Record<string, string>>

interface Sending {
  readonly error: unknown
  readonly submittedAt: number
}

export const latestErrorOf = (...sendings: readonly Sending[]): unknown =>
  sendings.toSorted((a, b) => b.submittedAt - a.submittedAt)[0]?.error

export type RefusalTexts = Readonly<Partial<Record<RefusalCode, string>>>

type ReasonPlace = 'above' | 'field' | 'changed'

interface RefusedFields {
  readonly texts: Readonly<Record<string, string>>
  readonly forget: (name: string) => void
  readonly reasonPlace: ReasonPlace
  readonly refusalTexts: RefusalTexts
}

const RefusedFieldsContext = createContext<RefusedFields>({
  texts: {},
  forget: () => undefined,
  reasonPlace: 'above',
  refusalTexts: {},
})

/** Call `forgetRefusal` for changes that send no event of the input. */
export function useRefusedField(name: string | undefined) {
  const { texts, forget } = useContext(RefusedFieldsContext)
  return {
    refusal: name === undefined ? undefined : texts[name],
    forgetRefusal: () => name !== undefined && forget(name),
  }
}

const noNames: InputNamesByField = {}
const noTexts: RefusalTexts = {}

function problemsOf(error: unknown, refusalTexts: RefusalTexts): ApiError['problems'] {
  if (!(error instanceof ApiError)) return {}
  const { code, field, text } = error
  if (field) return { [field]: [refusalTexts[code] ?? text] }
  return code === 'invalid-input' ? error.problems : {}
}

function textsOf(
  error: unknown,
  inputNames: InputNamesByField,
  refusalTexts: RefusalTexts,
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [field, [text]] of Object.entries(problemsOf(error, refusalTexts))) {
    const name = inputNames[field] ?? field
    if (text) texts[name] = texts[name] ? `${texts[name]}. ${text}` : text
  }
  return texts
}

const hasRefusalField = (error: unknown): boolean => error instanceof ApiError && error.field !== undefined

const nameOf = (element: Element): string => element.getAttribute('name') ?? ''

interface OfError<Value> {
  readonly error: unknown
  readonly value: readonly Value[]
}

interface FormRefusal {
  readonly error: unknown
  readonly inputNames?: InputNamesByField | undefined
  readonly refusalTexts?: RefusalTexts | undefined
  /**
   * Gets the `name` of the first refused input, for a form that has to reveal it first.
   * @default focuses the input
   */
  readonly focusRefused?: ((name: string) => void) | undefined
}

/**
 * Shows refusals at the inputs below `root` until they are changed, focuses the first, and lists refusals without an
 * input above the form.
 */
export function useRefusedFields(
  root: RefObject<HTMLElement | null>,
  { error, inputNames = noNames, refusalTexts = noTexts, focusRefused }: FormRefusal,
) {
  const [changed, setChanged] = useState<OfError<string>>({ error: null, value: [] })
  const [absent, setAbsent] = useState<OfError<string>>({ error: null, value: [] })
  const refused = textsOf(error, inputNames, refusalTexts)
  const isIn = (names: OfError<string>, name: string) => names.error === error && names.value.includes(name)
  const texts = Object.fromEntries(Object.entries(refused).filter(([name]) => !isIn(changed, name)))
  const forget = (name: string) => {
    if (name in texts)
      setChanged((before) => ({ error, value: [...(before.error === error ? before.value : []), name] }))
  }
  const focus = useEffectEvent((input: HTMLElement) => {
    if (focusRefused) focusRefused(nameOf(input))
    else input.focus()
  })
  useEffect(() => {
    const names = Object.keys(textsOf(error, inputNames, noTexts))
    const inputs = [...(root.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    const first = inputs.find((input) => names.includes(nameOf(input)))
    if (first) focus(first)
    const present = new Set(inputs.map(nameOf))
    const value = names.filter((name) => !present.has(name))
    // oxlint-disable-next-line react/set-state-in-effect -- which inputs there are is known once they are there
    if (value.length > 0) setAbsent({ error, value })
  }, [root, error, inputNames])
  const names = Object.keys(refused)
  const isReason = hasRefusalField(error) && !names.some((name) => isIn(absent, name))
  const reasonPlace: ReasonPlace = !isReason ? 'above' : names.some((name) => name in texts) ? 'field' : 'changed'
  // For a refusal FormErrorNotice gives the reason.
  const unplaced = hasRefusalField(error) ? [] : names.filter((name) => isIn(absent, name))
  return { texts, forget, reasonPlace, refusalTexts, unplaced: unplaced.flatMap((name) => refused[name] ?? []) }
}

interface ShownProps extends ReturnType<typeof useRefusedFields> {
  readonly children: ReactNode
}

export const RefusedFieldsProvider = ({ unplaced, children, ...refusedFields }: ShownProps) => (
  <RefusedFieldsContext value={refusedFields}>
    {unplaced.length > 0 && (
      <div ref={scrollIntoViewOnMount}>
        <NoticeBox kind="problem">
          {unplaced.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </NoticeBox>
      </div>
    )}
    {children}
  </RefusedFieldsContext>
)

interface FormErrorProps {
  readonly error: unknown
  readonly title?: string | undefined
  /** @default the message for the error's code */
  readonly reason?: string | undefined
}

const refusalTextOf = (error: unknown, texts: RefusalTexts): string =>
  (error instanceof ApiError && texts[error.code]) || toErrorMessage(error)

export function FormErrorNotice({ error, title, reason }: FormErrorProps) {
  const { reasonPlace, refusalTexts } = useContext(RefusedFieldsContext)
  if (!error || reasonPlace === 'changed' || (reasonPlace === 'field' && !title)) return null
  return (
    <div ref={scrollIntoViewOnMount}>
      <NoticeBox kind="problem">
        {title && (
          <p>
            <strong>{title}</strong>
          </p>
        )}
        {reasonPlace === 'above' && <p>{reason ?? refusalTextOf(error, refusalTexts)}</p>}
      </NoticeBox>
    </div>
  )
}
