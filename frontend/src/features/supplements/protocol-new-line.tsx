import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { parseProtocolEntry, type TypedLine } from './protocol-entry.ts'
import { type GridLine, isSameLine } from './protocol-lines.ts'
import { describeLine, matchExistingRow } from './same-supplement.ts'
import type { ProtocolEditor } from './use-protocol.ts'

export interface NewLineProps {
  readonly editor: ProtocolEditor
  readonly entry: RefObject<HTMLInputElement | null>
}

type Answer =
  | { readonly what: 'changed'; readonly before: GridLine; readonly after: GridLine }
  | {
      readonly what: 'asked'
      readonly typed: TypedLine
      readonly before: GridLine
      readonly after: GridLine | undefined
    }

/** A second row of one supplement doubles its dose, so it is added only on request. */
export function NewLineField({ editor, entry }: NewLineProps) {
  const id = useId()
  const { data } = useQuery(endpointQueryOptions(apiContract.supplements.catalogue, {}))
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [answer, setAnswer] = useState<Answer>()
  const field = useRef<HTMLDivElement>(null)
  const rest = () => {
    setText('')
    // An added line moves the field below the footer; the message about an existing row is below the field.
    window.requestAnimationFrame(() => field.current?.scrollIntoView?.({ block: 'nearest' }))
  }
  const add = () => {
    const { entry: typed, problem: wrong } = parseProtocolEntry(text)
    setProblem(wrong)
    setAnswer(undefined)
    if (!typed) return
    const again = matchExistingRow(editor.rows, typed)
    if (!again) {
      editor.add([typed])
      return rest()
    }
    const { row, line, isClear } = again
    if (line && isClear) {
      editor.edit(row, line)
      setAnswer({ what: 'changed', before: row.line, after: line })
      return rest()
    }
    setAnswer({ what: 'asked', typed, before: row.line, after: line })
    if (line) return undefined
    setText('')
    return focusLine(entry.current, row.line)
  }
  return (
    <div className="protocol-entry" ref={field}>
      <TextField
        ref={entry}
        label="Añadir suplemento"
        hint="Por ejemplo, «zinc 15 mg noche» u «omega 3 2 cápsulas comida y cena». Intro lo añade, o cambia su fila si ya está."
        autoComplete="off"
        list={id}
        maxLength={200}
        value={text}
        error={problem}
        onChange={({ target }) => {
          setText(target.value)
          setProblem(undefined)
          setAnswer(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          add()
        }}
        after={
          <Button variant="secondary" onClick={add}>
            Añadir
          </Button>
        }
      />
      <datalist id={id}>
        {data?.items.map(({ supplementId, name }) => (
          <option key={supplementId}>{name}</option>
        ))}
      </datalist>
      {answer && (
        <TypedAgainNotice
          editor={editor}
          answer={answer}
          settle={(next) => {
            setAnswer(next)
            rest()
            entry.current?.focus()
          }}
        />
      )}
    </div>
  )
}

function focusLine(from: HTMLElement | null, { key }: GridLine) {
  const line = from?.closest('form')?.querySelector(`[data-line="${key}"]`)
  const amounts = [...(line?.querySelectorAll<HTMLInputElement>('input.protocol-amount') ?? [])]
  const target = amounts.find(({ value }) => value !== '') ?? amounts[0] ?? line?.querySelector('button')
  target?.focus()
}

interface NoticeProps {
  readonly editor: ProtocolEditor
  readonly answer: Answer
  readonly settle: (next: Answer | undefined) => void
}

function TypedAgainNotice({ editor, answer, settle }: NoticeProps) {
  const { before, after } = answer
  const row = editor.rows.find(({ line }) => line.key === before.key)
  if (!row) return null
  const { name } = before
  if (answer.what === 'changed') {
    // The line was changed again: the message is outdated.
    if (!isSameLine(row.line, answer.after)) return null
    return (
      <NoticeBox>
        <p>{describeChange(before, answer.after)}</p>
        {!isSameLine(before, answer.after) && (
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              editor.edit(row, before)
              settle(undefined)
            }}
          >
            Deshacer el cambio de {name}
          </Button>
        )}
      </NoticeBox>
    )
  }
  return (
    <NoticeBox kind="problem">
      <p>
        {name} ya está en la pauta{row.isPaused && ', en pausa'}: {describeLine(row.line) || 'todavía sin cantidad'}.{' '}
        {after ? 'Todavía no hemos cambiado nada.' : 'Cambia la cantidad en su fila.'}
      </p>
      <div className="protocol-entry-answers">
        {after && (
          <Button
            size="small"
            onClick={() => {
              editor.edit(row, after)
              settle({ what: 'changed', before: row.line, after })
            }}
          >
            Cambiar su fila a {describeLine(after)}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            editor.add([{ ...answer.typed, name }])
            settle(undefined)
          }}
        >
          Añadir otra fila de {name}
        </Button>
      </div>
    </NoticeBox>
  )
}

const describeChange = (before: GridLine, after: GridLine): string => {
  const now = describeLine(after)
  if (isSameLine(before, after)) return `${after.name} ya estaba así en la pauta: ${now}.`
  const was = describeLine(before) || 'sin cantidad'
  return was === now
    ? `${after.name} ya estaba en la pauta: hemos cambiado su fila, que sigue en ${now}.`
    : `${after.name} ya estaba en la pauta: su fila pasa de ${was} a ${now}.`
}
