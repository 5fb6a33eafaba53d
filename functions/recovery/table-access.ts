import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  'export-accounts': { reads: ['users'] },
} satisfies Readonly<Record<string, TableAccess>>
