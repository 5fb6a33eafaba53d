import type { TableAccess } from '#data/table-access'

export const tableAccess = {
  'export-accounts': {
    reads: ['jobCheckpoints', 'users'],
    puts: ['jobCheckpoints'],
    deletes: ['jobCheckpoints'],
  },
} satisfies Readonly<Record<string, TableAccess>>
