import type { FormEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { ContractWithdrawalForm } from '#contract/withdrawals'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from '../../ui/form.tsx'
import type { FormDraft } from '../../ui/form-draft.ts'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { focusOnMount } from '../../ui/focus.ts'

export type ContractWithdrawalFormInput = z.input<typeof ContractWithdrawalForm>

interface ContractWithdrawalFieldsProps {
  readonly form: UseFormReturn<ContractWithdrawalFormInput, unknown, ContractWithdrawalForm>
  readonly draft: FormDraft
  readonly refused: unknown
  readonly back: boolean
  readonly submit: (event: FormEvent) => Promise<void>
}

type Part = Pick<ContractWithdrawalFieldsProps, 'form'>

const Person = ({ form: { register, formState } }: Part) => (
  <TextField
    label="Nombre y apellidos"
    autoComplete="name"
    required
    error={formState.errors.name?.message}
    {...register('name')}
  />
)

const Address = ({ form: { register, formState } }: Part) => (
  <TextField
    label="Email"
    type="email"
    autoComplete="email"
    required
    hint="Te enviaremos aquí el justificante. Mejor el que usaste en la compra."
    error={formState.errors.email?.message}
    {...register('email')}
  />
)

const Contract = ({ form: { register, formState } }: Part) => (
  <TextField
    label="Número de justificante o de pedido, o fecha de la compra (opcional)"
    hint="Nos ayuda a encontrar tu contrato."
    error={formState.errors.contract?.message}
    {...register('contract')}
  />
)

const Comment = ({ form: { register, formState } }: Part) => (
  <TextAreaField
    rows={3}
    className="withdrawal-comment"
    label="Comentario (opcional)"
    hint="No hace falta que expliques el motivo. No incluyas datos de salud."
    error={formState.errors.comment?.message}
    {...register('comment')}
  />
)

/** Each field registers in its own component: focus goes to the first error in registration order. */
export const ContractWithdrawalFields = ({ form, draft, refused, back, submit }: ContractWithdrawalFieldsProps) => (
  <>
    <h2 id="desistir-titulo" tabIndex={-1} ref={back ? focusOnMount : undefined}>
      Desistir del contrato aquí
    </h2>
    <p>Paso 1 de 2. Todavía no se envía nada: en el paso siguiente lo revisas y lo confirmas.</p>
    <Form draft={draft} refused={refused} onSubmit={(event) => void submit(event)}>
      <Person form={form} />
      <Address form={form} />
      <Contract form={form} />
      <Comment form={form} />
      <Button type="submit">Continuar</Button>
    </Form>
  </>
)
