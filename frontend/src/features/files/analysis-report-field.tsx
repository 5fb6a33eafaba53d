import { useQuery } from '@tanstack/react-query'
import { analysisFields } from '#contract/analysis'
import { apiContract } from '#contract/api'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { formatInstantAsShortDay } from '../../ui/format.ts'
import { SelectField } from '../../ui/select-field.tsx'

interface ReportFieldProps {
  readonly customerId: string
  readonly fileId: string
  readonly choose: (fileId: string) => void
}

export function AnalysisReportField({ customerId, fileId, choose }: ReportFieldProps) {
  const { data } = useQuery(
    endpointQueryOptions(apiContract.files.listOfCustomer, {
      params: { customerId },
      query: { fileType: 'analytics', limit: 100 },
    }),
  )
  const files = data?.items.filter(({ status }) => status === 'available') ?? []
  const isUnlisted = fileId !== '' && !files.some((file) => file.fileId === fileId)
  return (
    <SelectField
      name="fileId"
      label={`${analysisFields.fileId.label} (opcional)`}
      none="Sin informe"
      options={[
        ...(isUnlisted ? [[fileId, 'El que ya tiene'] as const] : []),
        ...files.map((file) => [file.fileId, `${file.fileName}, ${formatInstantAsShortDay(file.createdAt)}`] as const),
      ]}
      value={fileId}
      onChange={({ target }) => choose(target.value)}
    />
  )
}
