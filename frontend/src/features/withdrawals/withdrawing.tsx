import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { WithdrawalForm, withdrawals } from '#contract/withdrawals'
import { write } from '../../api/query.ts'
import { WithdrawalDone } from './withdrawal-done.tsx'
import { type Fields, WithdrawalFields } from './withdrawal-fields.tsx'
import { type Declaration, WithdrawalReview } from './withdrawal-review.tsx'

const empty: Fields = { name: '', email: '', contract: '', comment: '' }

/** Two steps: what is declared, and its confirmation. Only the second one tells us anything. */
export function Withdrawing() {
  const form = useForm<Fields, unknown, WithdrawalForm>({
    resolver: zodResolver(WithdrawalForm),
    defaultValues: empty,
    mode: 'onTouched',
  })
  const [declaration, setDeclaration] = useState<Declaration>()
  const [corrected, setCorrected] = useState(false)
  const { mutate, data, error, isPending, reset } = useMutation(write(withdrawals.request))

  // Each declaration has an id of its own: confirmed twice it is one withdrawal, corrected it is another.
  const review = (given: WithdrawalForm) => setDeclaration({ ...given, withdrawalId: `wdr_${crypto.randomUUID()}` })
  const correct = () => {
    reset()
    setCorrected(true)
    setDeclaration(undefined)
  }
  return (
    <section className="withdrawing" id="desistir" aria-labelledby="desistir-titulo">
      {!declaration && <WithdrawalFields form={form} back={corrected} submit={form.handleSubmit(review)} />}
      {declaration && !data && (
        <WithdrawalReview
          declaration={declaration}
          busy={isPending}
          error={error}
          confirm={() => mutate({ body: declaration })}
          correct={correct}
        />
      )}
      {declaration && data && <WithdrawalDone declaration={declaration} receipt={data} />}
    </section>
  )
}
