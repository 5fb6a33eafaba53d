import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { apiContract } from '#contract/api'
import { formatCents } from '#contract/money'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'
import { pageRefusalMessages } from '../../ui/page-refusal-messages.ts'

const codeProblem = (error: Error): string =>
  error instanceof ApiError && error.code === 'invalid-input'
    ? pageRefusalMessages['discount-invalid']
    : toErrorMessage(error)

export function useDiscountedPriceQuote() {
  const quote = useMutation(endpointMutationOptions(apiContract.purchases.quote))
  const [asked, setAsked] = useState('')
  const apply = (code: string) => {
    setAsked(code)
    quote.mutate({ body: { product: 'primera-consulta', discountCode: code } })
  }
  return {
    apply,
    busy: quote.isPending,
    quoteFor: (code: string) => (code === asked ? quote.data : undefined),
    totalFor: (code: string | undefined) => (code === asked ? quote.data?.totalCents : undefined),
    errorFor: (code: string) => (code === asked && quote.error ? codeProblem(quote.error) : undefined),
  }
}

interface DiscountFieldProps extends Omit<TextFieldProps, 'label' | 'after'> {
  readonly code: string
  readonly quotes: ReturnType<typeof useDiscountedPriceQuote>
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

export const DiscountCodeField = ({ code, quotes, error, ...input }: DiscountFieldProps) => (
  <div>
    <TextField
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
