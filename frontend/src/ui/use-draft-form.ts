import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form'
import { useAuth } from '../api/auth.tsx'
import {
  createUserDraftStore,
  computeFormChanges,
  type FormDraftStore,
  type StoredFormDraft,
  readFormDraft,
  pickApplicableDraftValues,
  isDraftOutdated,
  visitorDraftStore,
} from './form-draft-store.ts'
import type { FormDraft, RecoveredFormDraft } from './form-draft.ts'
import { FormDraftWriter } from './form-draft-writer.ts'

interface DraftOptions {
  readonly form: string
  readonly of?: string | undefined
  /** Fields that are never stored: passwords, and fields that the form cannot restore. */
  readonly omit?: readonly string[]
}

interface Draft<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>
  readonly draft: FormDraft
}

const toDraftName = ({ form, of }: DraftOptions): string => (of ? `${form}:${of}` : form)

function useUserDraftStore(): FormDraftStore {
  const { session } = useAuth()
  const [store] = useState(() => (session ? createUserDraftStore(session.userId) : visitorDraftStore))
  return store
}

/** For a form whose initial state depends on the draft that `useDraftForm` will restore. */
export function useStoredDraft(options: DraftOptions): StoredFormDraft | undefined {
  const store = useUserDraftStore()
  const [draft] = useState(() => readFormDraft(store, toDraftName(options)))
  return draft
}

/** For signed-in users: stores the draft in this browser until it is saved or discarded, and asks before leaving. */
export function useDraftForm<Values extends FieldValues, Output = Values>(
  options: DraftOptions,
  props: UseFormProps<Values, unknown, Output>,
): Draft<Values, Output> {
  return useKeptForm(options, props, { store: useUserDraftStore(), asks: true })
}

/** For visitors: the draft survives a reload of the tab; leaving asks nothing. */
export const useVisitorDraftForm = <Values extends FieldValues, Output = Values>(
  options: DraftOptions,
  props: UseFormProps<Values, unknown, Output>,
): Draft<Values, Output> => useKeptForm(options, props, { store: visitorDraftStore, asks: false })

const textOf = (form: { readonly getValues: () => unknown }) => JSON.stringify(form.getValues())

/** `values` also serve as default values, so that the form is not dirty after a concurrent change. */
const withDefaults = <Values extends FieldValues, Output>(
  props: UseFormProps<Values, unknown, Output>,
): UseFormProps<Values, unknown, Output> => ({
  ...props,
  ...(props.values && { defaultValues: props.values as DefaultValues<Values> }),
})

function useErrorsBetweenFields<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>) {
  useEffect(() => {
    const validateAgain = ({ name: changed }: { name?: string }) => {
      const refined = Object.keys(form.getValues()).filter((field) => {
        const { error } = form.getFieldState(field as Path<Values>)
        return field !== changed && error?.type === 'custom'
      })
      if (refined.length > 0) void form.trigger(refined as Path<Values>[])
    }
    return form.subscribe({ formState: { values: true }, callback: validateAgain })
  }, [form])
}

interface Typed {
  readonly changes: () => ReturnType<typeof computeFormChanges>
  readonly isSaved: () => boolean
  readonly onChange: (listener: () => void) => () => void
}

/**
 * Two windows with the same form share one stored draft, the one changed last. A window removes only its own, and
 * stores its own again when the other has saved or discarded.
 */
function useOwnDraft(own: FormDraftWriter, typed: Typed): void {
  const first = useRef(typed)
  useEffect(() => {
    const { changes, isSaved, onChange } = first.current
    const stopReading = onChange(() => {
      const now = changes()
      if (!now) own.remove()
      else if (!isSaved()) own.write(now)
    })
    const stopListening = own.onDoneElsewhere((values) => {
      const now = changes()
      if (now && !isSaved()) own.restore(now, values)
    })
    return () => {
      stopReading()
      stopListening?.()
    }
  }, [own])
}

interface Keeping {
  readonly store: FormDraftStore
  readonly asks: boolean
}

function useKeptForm<Values extends FieldValues, Output>(
  options: DraftOptions,
  props: UseFormProps<Values, unknown, Output>,
  { store, asks }: Keeping,
): Draft<Values, Output> {
  const form = useForm<Values, unknown, Output>(withDefaults(props))
  useErrorsBetweenFields(form)
  const { isDirty } = form.formState
  const { omit = [] } = options
  const name = toDraftName(options)
  const [recovered, setRecovered] = useState<RecoveredFormDraft>()
  const saved = useRef<string>(undefined)
  const kept = useRef({ omit })
  const own = useMemo(() => new FormDraftWriter(store, name), [store, name])
  const defaults = () => (form.formState.defaultValues ?? {}) as Record<string, unknown>

  useEffect(() => {
    const before = defaults()
    const draft = readFormDraft(store, name)
    const fields = draft ? pickApplicableDraftValues(draft, before) : []
    if (draft && fields.length > 0) own.takeUp(draft)
    for (const [field, value] of fields) {
      form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    // oxlint-disable-next-line react/set-state-in-effect -- what waits in the browser is put into the fields here
    if (draft && fields.length > 0)
      setRecovered({ writtenAt: draft.writtenAt, isOutdated: isDraftOutdated(draft, before) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form that has been opened is not opened again
  }, [form, store, name, own])

  useOwnDraft(own, {
    changes: () => computeFormChanges(defaults(), form.getValues(), kept.current.omit),
    isSaved: () => saved.current === textOf(form),
    onChange: (listener) => form.subscribe({ formState: { values: true }, callback: listener }),
  })

  const forget = () => {
    saved.current = textOf(form)
    own.done()
  }
  return {
    form,
    draft: {
      name: options.form,
      isUnsaved: () => asks && isDirty && saved.current !== textOf(form),
      recovered: asks ? recovered : undefined,
      saved: forget,
      discard: forget,
      startOver: () => {
        setRecovered(undefined)
        form.reset()
        own.remove()
      },
    },
  }
}

/** For a form that stores its drafts itself. */
export const useFormWithoutDraft = <Values extends FieldValues, Output = Values>(
  props: UseFormProps<Values, unknown, Output>,
): UseFormReturn<Values, unknown, Output> => useForm<Values, unknown, Output>(props)
