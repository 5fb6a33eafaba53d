import { createContext, type ReactNode, type RefObject, useContext, useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { scrollIntoViewOnMount } from './focus.ts'
import { NoticeBox } from './notice-box.tsx'

/** Names of inputs by the field of the request, where they differ, e.g. `{ startsAt: 'time' }`. */
export type InputNamesByField = Readonly<Record<string, string>>

interface Sending {
  readonly error: unknown
  readonly submittedAt: number
}

/** Of a form that sends to more than one endpoint. */
export const latestErrorOf = (...sendings: readonly Sending[]): unknown =>
  sendings.toSorted((a, b) => b.submittedAt - a.submittedAt)[0]?.error

interface RefusedFields {
  readonly texts: Readonly<Record<string, string>>
  readonly forget: (name: string) => void
}

const RefusedFieldsContext = createContext<RefusedFields>({ texts: {}, forget: () => undefined })

/** What the server said of the input with this `name`. `forgetRefusal` is for changes that are no event of the input. */
export function useRefusedField(name: string | undefined) {
  const { texts, forget } = useContext(RefusedFieldsContext)
  return {
    refusal: name === undefined ? undefined : texts[name],
    forgetRefusal: () => name !== undefined && forget(name),
  }
}

const noNames: InputNamesByField = {}

function textsOf(error: unknown, inputNames: InputNamesByField): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError) || error.code !== 'invalid-input') return {}
  const texts: Record<string, string> = {}
  for (const [field, [text]] of Object.entries(error.problems)) {
    const name = inputNames[field] ?? field
    if (text) texts[name] = texts[name] ? `${texts[name]}. ${text}` : text
  }
  return texts
}

const nameOf = (element: Element): string => element.getAttribute('name') ?? ''

interface OfError<Value> {
  readonly error: unknown
  readonly value: readonly Value[]
}

/**
 * Shows each input below `root` what the server said of it until it is changed, focuses the first of them, and tells
 * above them what belongs to none.
 */
export function useRefusedFields(root: RefObject<HTMLElement | null>, error: unknown, inputNames = noNames) {
  const [changed, setChanged] = useState<OfError<string>>({ error: null, value: [] })
  const [unplaced, setUnplaced] = useState<OfError<string>>({ error: null, value: [] })
  const isChanged = (name: string) => changed.error === error && changed.value.includes(name)
  const texts = Object.fromEntries(Object.entries(textsOf(error, inputNames)).filter(([name]) => !isChanged(name)))
  const forget = (name: string) => {
    if (name in texts)
      setChanged((before) => ({ error, value: [...(before.error === error ? before.value : []), name] }))
  }
  useEffect(() => {
    const refused = textsOf(error, inputNames)
    const inputs = [...(root.current?.querySelectorAll<HTMLElement>('[name]') ?? [])]
    inputs.find((input) => nameOf(input) in refused)?.focus()
    const present = new Set(inputs.map(nameOf))
    const value = Object.entries(refused).flatMap(([name, text]) => (present.has(name) ? [] : [text]))
    // oxlint-disable-next-line react/set-state-in-effect -- which inputs there are is known once they are there
    if (value.length > 0) setUnplaced({ error, value })
  }, [root, error, inputNames])
  return { texts, forget, unplaced: unplaced.error === error ? unplaced.value : [] }
}

interface ShownProps extends ReturnType<typeof useRefusedFields> {
  readonly children: ReactNode
}

export const RefusedFieldsProvider = ({ texts, forget, unplaced, children }: ShownProps) => (
  <RefusedFieldsContext value={{ texts, forget }}>
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
