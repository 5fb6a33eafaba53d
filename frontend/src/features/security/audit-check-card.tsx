import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { AuditCheck, AuditFault } from '#contract/audit-check'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { formatDayAndTime, formatInteger } from '../../ui/format.ts'
import { Card, CardLoadError, CardLoading } from '../../ui/panel.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

const checkRead = endpointQueryOptions(apiContract.security.auditCheck, {})

export function AuditCheckCard() {
  const { data, isPending, error, refetch } = useQuery(checkRead)
  return (
    <Card id="audit-check" title="Integridad del registro">
      {isPending && <CardLoading text="Leyendo la última comprobación..." />}
      {data && (data.check ? <Checked check={data.check} /> : <NeverChecked />)}
      {!isPending && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
    </Card>
  )
}

const NeverChecked = () => (
  <p>
    Cada día se compara el registro de auditoría con una copia que nadie puede cambiar. La primera comprobación está por
    hacer.
  </p>
)

const Checked = ({ check: { checkedAt, entries, broken, brokenCount } }: { readonly check: AuditCheck }) => (
  <>
    <p>
      <StatusBadge good={brokenCount === 0}>{brokenCount === 0 ? 'Íntegro' : 'Alterado'}</StatusBadge>{' '}
      {brokenCount === 0 ? wellText(entries) : brokenText(brokenCount)}
    </p>
    <p>
      Comprobado el <time dateTime={checkedAt}>{formatDayAndTime(checkedAt)}</time>
    </p>
    {broken.length > 0 && (
      <ul>
        {broken.map((fault) => (
          <li key={`${fault.kind} ${fault.name}`}>
            {faultTexts[fault.kind]}: <code>{fault.name}</code>
            {fault.at && `, del ${formatDayAndTime(fault.at)}`}
          </li>
        ))}
      </ul>
    )}
    {brokenCount > broken.length && <p>Y {formatInteger(brokenCount - broken.length)} más.</p>}
  </>
)

const wellText = (entries: number): string =>
  entries === 1
    ? 'La única entrada comparada coincide con su copia.'
    : `Las ${formatInteger(entries)} entradas comparadas coinciden con su copia.`

const brokenText = (count: number): string =>
  count === 1
    ? 'Una entrada no coincide con su copia. Avisa a quien lleva el sistema.'
    : `${formatInteger(count)} entradas no coinciden con su copia. Avisa a quien lleva el sistema.`

const faultTexts: Readonly<Record<AuditFault['kind'], string>> = {
  changed: 'Entrada cambiada',
  missing: 'Entrada que falta en el registro',
  invented: 'Entrada que no está en la copia',
  copy: 'Parte de la copia dañada',
}
