import { type FormEvent, type FormHTMLAttributes, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import type { FormDraft } from './form-draft.ts'
import { formatInstantAsDay } from './format.ts'
import { NoticeBox } from './notice-box.tsx'
import {
  type InputNamesByField,
  type RefusalTexts,
  RefusedFieldsProvider,
  useRefusedFields,
} from './refused-fields.tsx'
import {
  unsavedChangesTexts,
  UnsavedWorkContext,
  useConfirmedLeave,
  useUnsavedWorkScope,
  useGuardUnsavedWork,
} from './unsaved-work.ts'
import { formatTime } from './wall-time.ts'

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onInput'> {
  readonly draft: FormDraft
  /**
   * Error of the last submission. A refusal about a field is shown at the input with that `name`, any other above the
   * form.
   */
  readonly refused: unknown
  readonly inputNames?: InputNamesByField | undefined
  readonly refusalTexts?: RefusalTexts | undefined
  readonly focusRefused?: ((name: string) => void) | undefined
}

/** All forms use it: asks before unsaved input is lost, and shows refusals at their fields. */
export function Form({
  draft,
  refused,
  inputNames,
  refusalTexts,
  focusRefused,
  children,
  className = 'form',
  onSubmit,
  ...rest
}: FormProps) {
  const root = useRef<HTMLFormElement>(null)
  const refusedFields = useRefusedFields(root, { error: refused, inputNames, refusalTexts, focusRefused })
  const forgetRefusal = ({ target }: FormEvent) => {
    if (target instanceof Element) refusedFields.forget(target.getAttribute('name') ?? '')
  }
  const scope = useUnsavedWorkScope()
  const { close } = useContext(UnsavedWorkContext)
  const place = useMemo(() => ({ scope, close }), [scope, close])
  useGuardUnsavedWork({ isUnsaved: draft.isUnsaved, discard: draft.discard, words: unsavedChangesTexts }, scope)
  const isUnsaved = draft.isUnsaved()
  useEffect(() => {
    // Loaded in advance, because there may be no connection when it is needed.
    if (isUnsaved) import('./leave-confirm-dialog.tsx').catch(() => undefined)
  }, [isUnsaved])
  return (
    <UnsavedWorkContext value={place}>
      {/* `method="dialog"` sends no request: submitted before hydration, a GET form would put a password into the
         URL. */}
      <form
        noValidate
        method="dialog"
        {...rest}
        ref={root}
        className={className}
        data-form={draft.name}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.(event)
        }}
        onInput={forgetRefusal}
      >
        {draft.recovered && <Recovered draft={draft} {...draft.recovered} />}
        <RefusedFieldsProvider {...refusedFields}>{children}</RefusedFieldsProvider>
      </form>
    </UnsavedWorkContext>
  )
}

interface RecoveredProps {
  readonly draft: FormDraft
  readonly writtenAt: string
  readonly isOutdated: boolean
}

const Recovered = ({ draft, writtenAt, isOutdated }: RecoveredProps) => (
  <NoticeBox>
    <p>
      Hemos recuperado lo que escribiste el {formatInstantAsDay(writtenAt)} a las {formatTime(writtenAt)} y no llegaste
      a guardar.
      {isOutdated && ' Desde entonces han cambiado estos datos: revísalos antes de guardar.'}
    </p>
    <Button variant="secondary" size="small" onClick={draft.startOver}>
      Descartar lo recuperado
    </Button>
  </NoticeBox>
)

interface CancelButtonProps {
  /** @default closes the dialog around the form */
  readonly onClick?: () => void
  /** @default 'Cancelar' */
  readonly children?: ReactNode
}

export function CancelButton({ onClick, children = 'Cancelar' }: CancelButtonProps) {
  const leave = useConfirmedLeave()
  return (
    <Button variant="secondary" onClick={() => leave(onClick)}>
      {children}
    </Button>
  )
}

interface FormActionsProps extends Pick<ButtonProps, 'variant' | 'busy' | 'busyText' | 'disabled'> {
  readonly children: ReactNode
}

export const FormActions = ({ children, ...submit }: FormActionsProps) => (
  <div className="dialog-actions">
    <CancelButton />
    <Button type="submit" {...submit}>
      {children}
    </Button>
  </div>
)
