import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  dispatch: { reads: [] },
} satisfies Readonly<Record<string, TableAccess>>
