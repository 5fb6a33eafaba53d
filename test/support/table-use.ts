import { appendFileSync } from 'node:fs'
import { observeTableUse } from '#data/table-scope'
import { tableAccess } from '../../functions/table-access.ts'

/** Where the uses of the table are written down, one in a line. */
const file = process.env['TABLE_USE']

const names = new Map(Object.entries(tableAccess).map(([name, access]) => [access, name]))
const seen = new Set<string>()

if (file) {
  observeTableUse(({ access, operation, kind, service }) => {
    const use = [names.get(access), operation, kind ?? `${service} `].join('\t')
    if (seen.has(use)) return
    seen.add(use)
    appendFileSync(file, `${use}\n`)
  })
}
