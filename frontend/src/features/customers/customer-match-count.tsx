import { MAX_COUNTED_MATCHES } from '#contract/search'
import { formatInteger } from '../../ui/format.ts'

interface Matching {
  readonly matching: number
  readonly isComplete: boolean
}

function matchingText({ matching, isComplete }: Matching): string {
  if (matching > MAX_COUNTED_MATCHES) return `más de ${MAX_COUNTED_MATCHES} coinciden`
  const atLeast = isComplete ? '' : 'al menos '
  return atLeast + (matching === 1 ? '1 coincide' : `${formatInteger(matching)} coinciden`)
}

function narrowSearchText({ matching, isComplete }: Matching): string {
  if (matching > MAX_COUNTED_MATCHES) {
    return `. Se muestran ${MAX_COUNTED_MATCHES}. Escribe algo más para encontrar a quien buscas.`
  }
  if (isComplete) return ''
  return '. Hay demasiados clientes con una u otra de esas palabras para mirarlos todos. Escribe algo más.'
}

interface CustomerMatchCountProps extends Matching {
  /** The search as text: «con «ana»». */
  readonly asked: string
  readonly isSearch: boolean
}

export const CustomerMatchCount = ({ asked, isSearch, ...found }: CustomerMatchCountProps) => (
  <p className="customer-count" role="status">
    {`${matchingText(found)} ${asked}${isSearch ? narrowSearchText(found) : ''}`}
  </p>
)
