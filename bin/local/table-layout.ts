import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { entitiesIn } from '../../functions/data/entities.ts'

type Layout = Readonly<Record<string, string>>

/** What the keys of each kind of item are made of. */
export const tableLayout = (): Layout =>
  Object.fromEntries(
    Object.entries(entitiesIn({ table: '-' })).map(([kind, { schema }]) => [
      kind,
      createHash('sha256')
        .update(JSON.stringify([schema.model, schema.indexes]))
        .digest('hex'),
    ]),
  )

/**
 * Keeps in the folder how the keys of its table are made. Items under older keys would not be found: such a folder is
 * refused. A kind of item that came later is not older.
 */
export function requireTableLayout(folder: string, layout: Layout = tableLayout()): void {
  const file = join(folder, 'table-layout.json')
  if (existsSync(join(folder, 'dynamodb.sqlite'))) {
    const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Layout) : undefined
    if (!kept || Object.entries(kept).some(([kind, keys]) => layout[kind] !== keys)) {
      throw new Error(
        `Los datos de ${folder} son de una versión anterior del producto, con otras claves. Empieza de nuevo con «npm start -- --fresh».`,
      )
    }
  }
  writeFileSync(file, JSON.stringify(layout, null, 2))
}
