import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api } from '#contract/api'
import { formatCents } from '#contract/money'
import { errorText } from '../../api/error-text.ts'
import { write } from '../../api/query.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { refusalText } from '../../ui/refusal-text.ts'

/** The quote has no other input, so every input error is about the code. */
const codeProblem = (error: Error): string =>
  error instanceof ApiError && error.code === 'invalid-input' ? refusalText['discount-invalid'] : errorText(error)

/** A price quote; valid only for the code it was requested with. */
export function useQuote() {
  const quote = useMutation(write(api.payments.quote))
  const [asked, setAsked] = useState('')
  const apply = (code: string) => {
    setAsked(code)
    quote.mutate({ body: { product: 'primera-consulta', discountCode: code } })
  }
  return {
    apply,
    busy: quote.isPending,
    quoteFor: (code: string) => (code === asked ? quote.data : undefined),
    errorFor: (code: string) => (code === asked && quote.error ? codeProblem(quote.error) : undefined),
  }
}

interface DiscountFieldProps extends Omit<FieldProps, 'label' | 'after'> {
  readonly code: string
  readonly quotes: ReturnType<typeof useQuote>
}

const Total = ({ code, quotes }: Pick<DiscountFieldProps, 'code' | 'quotes'>): ReactNode => {
  const quote = quotes.quoteFor(code)
  return (
    <div className="discount-total" role="status">
      {quote && (
        <p>
          <span>{`Descuento: -${formatCents(quote.discountCents)}`}</span>
          <strong>{`Total: ${formatCents(quote.totalCents)}`}</strong>
        </p>
      )}
    </div>
  )
}

export const DiscountField = ({ code, quotes, error, ...input }: DiscountFieldProps) => (
  <div>
    <Field
      {...input}
      label="Código de descuento (opcional)"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      error={error ?? quotes.errorFor(code)}
      after={
        <Button
          variant="secondary"
          disabled={!code}
          busy={quotes.busy}
          busyText="Aplicando..."
          onClick={() => quotes.apply(code)}
        >
          Aplicar
        </Button>
      }
    />
    <Total code={code} quotes={quotes} />
  </div>
)
